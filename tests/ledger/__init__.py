"""The argument ledger: each argument of each public callable is exercised, refused or said once."""
