"""Results for eyes and files: pictures, tables, HTML, JSON.

Nothing here computes a figure; but the tree of a chain, which is for its picture alone, is asked for here (`pictures`).
"""
