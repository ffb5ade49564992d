"""Files, arguments and variables that somebody else wrote: what the readers do with damaged and hostile ones."""
