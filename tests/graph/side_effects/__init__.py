"""Programs whose Python does something that a replay of a recorded run would not do, by what it does."""
