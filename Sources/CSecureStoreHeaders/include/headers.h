// Nothing: the target is there for what headers.c includes.
