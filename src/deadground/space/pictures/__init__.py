"""Pictures of a table as SVG: plain strings, the same on every machine, fit to stand inline in a page."""

from deadground.space.pictures.drawn import Options, map_svg, thumbnail_svg
from deadground.space.pictures.sight import sight_overlay, sight_svg

__all__ = ["Options", "map_svg", "sight_overlay", "sight_svg", "thumbnail_svg"]
