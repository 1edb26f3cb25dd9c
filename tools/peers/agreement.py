"""Whether the results on an instance can all be true."""

from instance import Instance
from methods import Result


def optimum(instance: Instance, results: list[Result]) -> int | None:
    """The score that is published, or else proven; none where nobody has it."""
    if instance.published is not None:
        return instance.published
    return next((result.score for result in results if result.status == "optimal"), None)


def contradiction(result: Result, instance: Instance, best: int | None) -> str | None:
    """How a result contradicts the optimum, or itself; none where it does neither."""
    if result.status == "infeasible":
        return "calls it infeasible"
    if result.status == "optimal" and not result.score == result.bound == best:
        return f"proves {result.score} with the bound {result.bound}, not {best}"
    sign = 1 if instance.maximize else -1
    limits = [limit for limit in (best, result.bound) if limit is not None]
    if result.score is not None and any(sign * result.score > sign * limit for limit in limits):
        return f"has the score {result.score}, beyond {limits}"
    if best is not None and result.bound is not None and sign * best > sign * result.bound:
        return f"has the bound {result.bound}, which {best} beats"
    return None


def contradictions(instance: Instance, results: list[Result]) -> list[str]:
    """All contradictions; also between two numbers of optimal orders."""
    best = optimum(instance, results)
    faults = [
        f"{instance.name}: {result.method} {fault}"
        for result in results
        if (fault := contradiction(result, instance, best))
    ]
    order_counts = {result.orders for result in results if result.orders}
    if len(order_counts) > 1:
        faults.append(f"{instance.name}: the numbers of optimal orders differ: {sorted(order_counts)}")
    return faults
