"""The gRPC service: messages to and from the engine, admission, limits and lifecycle."""
