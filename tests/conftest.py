"""Plugins for all tests: the proof of rule rows, and pytest's own tool for testing plugins."""

pytest_plugins = ("deadground.testing.rule_plugin", "pytester")
