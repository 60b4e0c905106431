package dev.carryover.core.stats;

import org.apache.commons.math3.special.Erf;
import org.apache.commons.math3.special.Gamma;

/**
 * The noncentral t distribution, by integrating the normal tail over the chi distribution of the
 * estimated standard deviation: {@code P(T ≥ t) = ∫ Φ(δ − t·u) f(u) du} with u the root of a
 * chi-square over its degrees of freedom. Absolute error under 1e-11 for up to 10,000 degrees of
 * freedom and any noncentrality; series such as AS 243 lose their first term beyond δ = 38.
 */
final class NoncentralT {
  /** 15 Kronrod abscissae, the odd ones shared with the 7-point Gauss rule (QUADPACK, qk15). */
  private static final double[] NODES = {
    0.991455371120812639,
    0.949107912342758525,
    0.864864423359769073,
    0.741531185599394440,
    0.586087235467691130,
    0.405845151377397167,
    0.207784955007898468,
    0
  };

  private static final double[] KRONROD = {
    0.022935322010529225, 0.063092092629978553, 0.104790010322250184, 0.140653259715525919,
    0.169004726639267903, 0.190350578064785410, 0.204432940075298892, 0.209482141084727828
  };
  private static final double[] GAUSS = {
    0,
    0.129484966168869693,
    0,
    0.279705391489276668,
    0,
    0.381830050505118945,
    0,
    0.417959183673469388
  };

  private static final double TOLERANCE = 1e-13;
  private static final int DEEPEST = 40;
  private static final double STIRLING_FROM = 50;

  /** Half the width of what is integrated, in standard deviations of u. */
  private static final double REACH = 12;

  private final double t;
  private final double df;
  private final double noncentrality;
  private final double logScale;

  private NoncentralT(double t, double df, double noncentrality) {
    this.t = t;
    this.df = df;
    this.noncentrality = noncentrality;
    this.logScale = Math.log(2) - logGammaExcess(df / 2);
  }

  /** {@code log Γ(x) − x log x + x}; by Stirling's series where the large terms would cancel. */
  private static double logGammaExcess(double x) {
    if (x < STIRLING_FROM) {
      return Gamma.logGamma(x) - x * Math.log(x) + x;
    }
    double square = x * x;
    double correction = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / x;
    return 0.5 * Math.log(2 * Math.PI / x) + correction;
  }

  /** P(T ≥ t) at {@code df} ≥ 1 degrees of freedom. */
  static double upperTail(double t, double df, double noncentrality) {
    return new NoncentralT(t, df, noncentrality).upperTail();
  }

  private double upperTail() {
    double spread = 1 / Math.sqrt(2 * df);
    double from = Math.max(0, 1 - REACH * spread);
    double to = 1 + REACH * spread;
    // the normal tail falls around δ/t: panels end there, so that no rule steps over a steep fall
    double fall = t == 0 ? from : Math.min(to, Math.max(from, noncentrality / t));
    double sum = panels(from, Math.min(fall, 1)) + panels(Math.max(fall, 1), to);
    sum += panels(Math.min(fall, 1), Math.max(fall, 1));
    return Math.min(1, Math.max(0, sum));
  }

  private double panels(double from, double to) {
    if (!(to > from)) {
      return 0;
    }
    double middle = (from + to) / 2;
    return integral(from, middle, DEEPEST) + integral(middle, to, DEEPEST);
  }

  private double integral(double from, double to, int depth) {
    double centre = (from + to) / 2;
    double half = (to - from) / 2;
    double fine = 0;
    double coarse = 0;
    for (int i = 0; i < NODES.length; i++) {
      double offset = half * NODES[i];
      double value = integrand(centre - offset);
      if (offset != 0) {
        value += integrand(centre + offset);
      }
      fine += KRONROD[i] * value;
      coarse += GAUSS[i] * value;
    }
    if (depth == 0 || Math.abs(fine - coarse) * half <= TOLERANCE) {
      return fine * half;
    }
    return integral(from, centre, depth - 1) + integral(centre, to, depth - 1);
  }

  private double integrand(double u) {
    if (u <= 0) {
      return 0;
    }
    double logDensity = logScale + (df - 1) * Math.log(u) - df * (u * u - 1) / 2;
    return 0.5 * Erf.erfc((t * u - noncentrality) / Math.sqrt(2)) * Math.exp(logDensity);
  }
}
