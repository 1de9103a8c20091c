"""Adapters of the service to trainers, one file each."""
