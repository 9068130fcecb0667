"""English or Polish, after `Accept-Language` (RFC 9110, 12.5.4)."""

from __future__ import annotations

from functools import lru_cache

from service.adjudication.texts import DEFAULT_LANGUAGE, LANGUAGES
from service.http.negotiation import weighted


def language_of(header: str | None) -> str:
    """The language to answer in. Whoever wants none that we speak gets the default: a ruling is better than a refusal."""
    return DEFAULT_LANGUAGE if header is None else _chosen(header)


@lru_cache(maxsize=256)
def _chosen(header: str) -> str:
    best = dict.fromkeys(LANGUAGES, 0.0)
    named: set[str] = set()
    rest: float | None = None
    for wanted, quality in weighted(header):
        primary = wanted.partition("-")[0]
        if wanted == "*":
            rest = quality
        elif primary in best:
            # "pl;q=0.2, pl-PL" wants Polish as much as its best variety.
            best[primary] = max(best[primary], quality)
            named.add(primary)
    if rest is not None:
        for language in LANGUAGES:
            if language not in named:
                best[language] = rest
    top = max(best.values())
    if top <= 0:
        return DEFAULT_LANGUAGE
    liked = [language for language in LANGUAGES if best[language] == top]
    if len(liked) == 1:
        return liked[0]
    for wanted, quality in weighted(header):
        if quality == top and wanted.partition("-")[0] in liked:
            return wanted.partition("-")[0]
    return DEFAULT_LANGUAGE
