"""The laboratory: battles by the hundred, their statistics, and the fuzzer that looks for faults."""
