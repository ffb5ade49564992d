"""The ops as Primitives: what goes to the constructor, what to the call, and under which name.

Tables and argument checks; they import every room of `ops`, and none imports them.
"""
