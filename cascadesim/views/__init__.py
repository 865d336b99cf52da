"""Results for eyes and files: pictures, tables, HTML, JSON. Nothing here computes a figure."""
