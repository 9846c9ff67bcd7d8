#!/usr/bin/env python3
"""Makes reference.txt: stored series and what an independent implementation computes from them.

    python3 make_reference.py PATH/sim_stats.py > reference.txt

sim_stats.py is the project's simulation script (numpy, scipy), not part of the product; only its part 1, the
algorithms, and its laws are used. Made with Python 3.11, numpy 1.24.2, scipy 1.10.1. Series are seeded by their names.
Samples are whole hundredths (of a microsecond), so that text holds them exactly; both sides divide by 100.

    S name n tick            a series, tick in hundredths; the next line has its smallest sample, then n offsets from it
    V median mean sd min max p90 p99 tau spread low high low97 high97      95 % and 97 % interval
    D flags dropped          diagnosis: one bit a code, in the order of CODES, and the samples trimmed (n >= 3, times
                             above 0; COARSE, which is exact, also where fewer than 8 samples are left)
    P i j ratio low high low99 high99 tied            rounds of series i and j (numbered from 0)
    N i j diff low high low_tick high_tick            difference of medians
    B i j slope low high fixed low high               batch slope, K = 16, T(K) = 16 times series j
"""
import importlib.util
import math
import sys
import warnings

import numpy as np

warnings.simplefilter("ignore")
spec = importlib.util.spec_from_file_location("sim", sys.argv[1])
sim = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sim)

LAWS = dict(sim.CLEAN, spiky=sim.spiky)
for phi in (.3, .5, .7, .9):
    LAWS["ar%g" % phi] = sim.f_ar(phi)
LAWS.update(cold=sim.f_cold(2), cold10=sim.f_cold(10), decay=sim.f_decay(.5, 5), ramp=sim.f_ramp(.15, .3),
            head=lambda T, n: sim.f_step(-1 / 11, .2)(T, n) * 1.1, drift=sim.f_drift(.05), fall=sim.f_drift(-.1),
            step=sim.f_step(.1, .6), late=sim.f_step(.1, .8), modes=sim.f_bim(10, .5), minor=sim.f_bim(20, .2),
            every2nd=sim.f_alt(.05), one=sim.f_one(10), many=sim.f_many(.05, 2, 10))
LAWS.update(coarse=lambda T, n: np.floor(sim.lnexp(T, n) / 5 + sim.rng.random((T, n))) * 5,
            fewvalues=lambda T, n: 100. + sim.rng.integers(0, 3, (T, n)), equal=lambda T, n: np.full((T, n), 42.),
            zeros=lambda T, n: np.zeros((T, n)), below=lambda T, n: sim.norm1(T, n) - 200,
            around=lambda T, n: sim.norm1(T, n) - 100, rising=lambda T, n: np.sort(sim.expo(T, n), 1))


def quiet(T, n, noise=.003):
    return 100 * (1 + noise * sim.rng.standard_normal((T, n)))


def planted(f):
    """a fault f(u, i, n), in percent, whose size u (0..1) is drawn: on either side of the thresholds"""
    return lambda T, n: quiet(T, n) * (1 + f(sim.rng.random(), np.arange(n), n) / 100)


def near_modes(T, n):
    return quiet(T, n, .001 * sim.rng.integers(1, 4)) + (sim.rng.random((T, n)) < .5) * (.5 + 3 * sim.rng.random())


NEAR = dict(ncold=lambda T, n: sim.f_many(.1, 1.1, 1.6)(T, n) * (1 + .6 * sim.rng.random() * (np.arange(n) == 0)),
            nhead=planted(lambda u, i, n: (8 * u) * (i < .2 * n)), ntail=planted(lambda u, i, n: 5 * u * (i > .8 * n)),
            nevery=planted(lambda u, i, n: 2 * u * (i % 2)), nlinear=planted(lambda u, i, n: 3 * u * i / n),
            nstep=planted(lambda u, i, n: 2 * u * (i > .6 * n)), nmodes=near_modes,
            nties=lambda T, n: np.rint(planted(lambda u, i, n: 3 * u * i / n)(T, n) * 4) / 4,
            nheadties=lambda T, n: np.rint(planted(lambda u, i, n: 8 * u * (i < .2 * n))(T, n) * 2) / 2,
            noutlier=planted(lambda u, i, n: 100 * u * (i == n // 2)), nar=lambda T, n: sim.f_ar(.6)(T, n),
            ntick=lambda T, n: np.floor(quiet(T, n) * (.5 + sim.rng.random()) + sim.rng.random((T, n))),
            ntickmodes=lambda T, n: np.floor(near_modes(T, n) * 2 + sim.rng.random((T, n))))
LAWS.update(NEAR)
TICKS = dict(ntick=100, ntickmodes=100, tick1=100, coarse=500, fewvalues=100, gumbel=10, equal=1)
SMALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 19]
MIDDLE = [20, 21, 25, 30, 35, 36, 50, 64, 65, 100]
LARGE = [128, 200, 300, 367, 368]
THOUSAND = ["lnexp", "tick1", "ar0.7", "ar0.9", "drift", "minor", "many", "norm1"]


def numbers(*values):
    return " ".join("%.17g" % v for v in values)


def interval(xs, tau, confidence):
    """sorted values -> ends; the range where the confidence cannot be had"""
    if len(xs) < 2:
        return math.nan, math.nan
    if sim.binom_k(len(xs), confidence) == 0:
        return xs[0], xs[-1]
    low, high = sim.ci_tau(xs[None, :], np.array([tau]), confidence)
    return low[0], high[0]


def statistics(x, tick):
    xs, n = np.sort(x), len(x)
    tau = sim.tau_sign(x[None, :])[0] if n >= 20 else 1.
    spread = sim.up_mad(x[None, :], tick)[1][0]
    low, high = interval(xs, tau, .95)
    low97, high97 = interval(xs, tau, .97)
    return numbers(np.median(x), x.mean(), x.std(ddof=1), x.min(), x.max(), np.quantile(x, .9), np.quantile(x, .99),
                   tau, spread, low - tick, high + tick, low97 - tick, high97 + tick)


def diagnosis(x, tick):
    found, dropped = sim.diagnose(x[None, :], tick)
    found["COARSE"][0] = tick > .01 * np.median(x[dropped[0]:])
    return "%d %d" % (sum(1 << i for i, c in enumerate(sim.CODES) if found[c][0]), dropped[0])


def mover(a, b, wide):
    """medians and intervals, as in the simulation's mover(), but with ends widened by the function given"""
    ma, mb = np.median(a), np.median(b)
    la, ua = wide(*interval(np.sort(a), 1., .95))
    lb, ub = wide(*interval(np.sort(b), 1., .95))
    return ma - mb - np.hypot(ma - la, ub - mb), ma - mb + np.hypot(ua - ma, mb - lb)


def main():
    print("# made by make_reference.py, which says how; do not edit")
    series, count = [], 0
    for number, (name, law) in enumerate(LAWS.items()):
        sizes = [SMALL[(number * 3 + i) % 12] for i in range(3)] + [MIDDLE[(number * 3 + i) % 10] for i in range(3)]
        sizes += [100] if 100 not in sizes else []
        sizes += [LARGE[number % 5]] + ([1000] if name in THOUSAND else [])
        if name in NEAR:
            sim.seed("sizes of " + name)
            sizes = sorted(int(v) for v in sim.rng.integers(8, 60, 16))
        for at, n in enumerate(sizes):
            sim.seed("reference %s %d" % (name, n) + (" %d" % at if name in NEAR else ""))
            tick = TICKS.get(name, 0)
            with np.errstate(all="ignore"):
                whole = np.rint(law(1, max(n, 2))[0][:n] * 100).astype(int)
            x = whole / 100
            print("S %s-%d %d %d" % (name, n, n, tick))
            print(whole.min(), *(whole - whole.min()))
            print("V", statistics(x, tick / 100))
            if n >= 3 and x.min() > 0:
                print("D", diagnosis(x, tick / 100))
            series.append((count, x))
            count += 1
    times = [s for s in series if s[1].min() > 0]
    for i, a in times:
        same = [s for s in times if len(s[1]) == len(a) and s[0] != i]
        j, b = same[(i * 7) % len(same)] if same else (i, a)
        d = np.log(a) - np.log(b)
        ends = interval(np.sort(d), 1., .95) + interval(np.sort(d), 1., .99)
        print("P", i, j, numbers(np.exp(np.median(d)), *np.exp(ends)), np.sum(a == b))
        slope = (16 * b - a) / 15
        fixed = a - slope
        print("B", i, j, numbers(np.median(slope), *interval(np.sort(slope), 1., .95), np.median(fixed),
                                 *interval(np.sort(fixed), 1., .95)))
        j, b = times[(i * 11 + 5) % len(times)]
        plain = lambda l, u: (l, u)
        print("N", i, j, numbers(np.median(a) - np.median(b), *mover(a, b, plain),
                                 *mover(a, b, lambda l, u: (l - .5, u + .5))))


main()
