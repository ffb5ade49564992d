"""For pytest: what MindSpore 2.10 has dropped is in place before tests are collected."""

import ready

ready.former()
