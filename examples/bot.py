"""A bot in ten lines, which wins against random: azulejo game match 'engine:python3 examples/bot.py' random."""

from azulejo import game


def bot(position: game.Position) -> game.Move:
    """Fills lines, and keeps tiles off the floor."""
    return max(position.legal_moves(), key=lambda it: (2 * it.fills_line + it.placed - 2 * it.charge, it.line or 0))


if __name__ == "__main__":
    game.engine(bot)
