"""What a game is: the kernel contract, the compile cache, records, and the games themselves."""
