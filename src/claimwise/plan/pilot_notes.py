"""What a plan from a pilot takes for granted, in words."""

from __future__ import annotations

from claimwise.core import Note, assumed, caution, inferred, meaning, option
from claimwise.metrics import ItemCorpus
from claimwise.plan.pilot_question import FOLD, PilotQuestion
from claimwise.plan.resamples import least_resamples
from claimwise.power.claims import RESAMPLES
from claimwise.worlds.pilot import ResampledPilot
from claimwise.worlds.pilot_units import Pilot

HALF = 0.5  # of the pilot's units: with fewer in effect, the difference asks much of the pilot


def pilot_notes(
    question: PilotQuestion, world: ResampledPilot, n: int | None, *, own: bool
) -> list[Note]:
    """Say what the pilot is, what was made of it, and what that means for the answer.

    `own` is whether the difference is the pilot's, for want of a given one.
    """
    pilot = question.pilot
    notes = [_seen(question)]
    if pilot.metric.signature:
        notes.append(inferred(f"Signature of {pilot.metric.name}: {pilot.metric.signature}."))
    notes += [*pilot.metric.notes, *pilot.notes]
    if question.why:
        notes.append(inferred(f"Test {question.test.name}: {question.why}."))
    if pilot.metric.better == "lower":
        notes.append(meaning(f"Lower is better: B is better where the {pilot.metric.name} falls."))
    notes.append(_drawn(question, world, n))
    if n is not None and n > pilot.n:
        notes.append(
            assumed(
                f"The study is {n / pilot.n:.2g} times as large as the pilot: kinds of items that "
                "are too rare for the pilot are not in it either."
            )
        )
    notes += _tilted(world, "a difference of 0" if not world.truth() else "the difference")
    if own:
        notes.append(
            caution(
                "No difference was given: the pilot's own is taken, which is a poor guess, with a "
                f"standard error of {_size(pilot)}. Plan for the smallest that matters, with "
                + option("difference")
                + "."
            )
        )
    return [*notes, *_null(world), *_heeded(question)]


def _size(pilot: Pilot) -> str:
    """Return the standard error of the pilot's difference in the unit of its answers."""
    error = pilot.error()
    return f"{100 * error:.2g} points" if pilot.right_or_wrong else f"{error:.2g}"


def _seen(question: PilotQuestion) -> Note:
    """Say what the pilot found."""
    pilot = question.pilot
    a, b = (float(score) for score in pilot.corpus.scores())
    named = zip(pilot.names, "AB", strict=True)
    name_a, name_b = (name if name == side else f"{name} ({side})" for name, side in named)
    units = f"{pilot.n:,} items"
    if pilot.cluster is not None:
        units += f" in {pilot.units:,} clusters"
    return inferred(
        f"Pilot: {units}; {pilot.metric.name} {a:.4g} for {name_a} and {b:.4g} for {name_b}, "
        f"difference {b - a:.4g}."
    )


def _drawn(question: PilotQuestion, world: ResampledPilot, n: int | None) -> Note:
    """Say how studies are made, and what that assumes."""
    pilot = question.pilot
    said = "The items of a study are drawn with replacement from the pilot's"
    if pilot.cluster is not None:
        said = "A study is made of whole clusters, drawn with replacement from the pilot's"
        if n is not None:
            groups = world.groups(n)
            many = f"{groups:,} clusters" if groups > 1 else "one cluster"
            one = "1 item is" if n == 1 else f"{n:,} items are"
            said += f": {one} {many} of {world.unit_size():.3g}"
            null = world.null()
            if null.groups(n) != groups:
                said += f" ({null.groups(n):,} of {null.unit_size():.3g} without a difference)"
    return assumed(f"{said}; what they are like, and how they vary, is known from these alone.")


def _tilted(world: ResampledPilot, what: str) -> list[Note]:
    """Say what the weights cost."""
    pilot = world.pilot
    units = "clusters" if pilot.cluster is not None else "items"
    left = world.effective()
    if left > pilot.units * (1 - 1e-9):
        return []
    how = "by the least change that does it"
    if pilot.tilting.gradient is None:
        how = f"by their influence on the pilot's {pilot.metric.name}"
    said = (
        f"To give {what}, some {units} are drawn more often than others, {how}: as varied as "
        f"{left:,.0f} equally likely ones of {pilot.units:,}."
    )
    if left < HALF * pilot.units:
        return [
            caution(
                f"{said} That difference is far from what the pilot holds; take a pilot "
                "that is nearer to it."
            )
        ]
    return [assumed(said)]


def _null(world: ResampledPilot) -> list[Note]:
    """Say what stands for equally good systems."""
    null = world.null()
    what = "items" if null.pilot.cluster is None else "clusters"
    if null.swapped:
        return [
            assumed(
                f"Equally good systems: each of the {what} as likely with A and B swapped, since "
                "this way of weighting them gives a difference of 0 only where next to none that "
                "differ are left, or not at all."
            )
        ]
    said = f"Equally good systems: the pilot's {what}, weighted so that the difference is 0"
    left, units = null.effective(), null.pilot.units
    if left < HALF * units:
        return [caution(f"{said}, which leaves only {left:,.0f} of {units:,} in effect.")]
    return [assumed(f"{said}.")]


def _heeded(question: PilotQuestion) -> list[Note]:
    """Return what to know of the test on such data."""
    notes = []
    pilot, test = question.pilot, question.test
    least = least_resamples(question.alpha / FOLD)
    if test.resampled and question.resamples == least > RESAMPLES:
        notes.append(
            meaning(
                f"Every study is resampled {least:,} times, for p-values well below alpha "
                f"({question.alpha:g})."
            )
        )
    if pilot.cluster is not None and not test.clustered and test.outcome != "corpus":
        notes.append(
            caution(
                f"The test {test.name} ignores the clusters: look how often it finds a "
                "difference between equally good systems."
            )
        )
    if test.outcome == "corpus" and isinstance(pilot.corpus, ItemCorpus):
        notes.append(
            meaning(
                f"{pilot.metric.name} is not a function of sums: every resample scores all items "
                f"again, which is slow, so {question.run.replicates:,} studies are simulated."
            )
        )
    return notes
