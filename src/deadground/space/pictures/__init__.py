"""Pictures of a table as SVG: plain strings, the same on every machine, fit to stand inline in a page."""

from deadground.space.pictures.drawn import Options, map_svg

__all__ = ["Options", "map_svg"]
