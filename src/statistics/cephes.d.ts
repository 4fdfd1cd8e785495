// What is used of `cephes` 2, which ships no types.
declare module 'cephes' {
  const cephes: {
    /** P(Z <= x) of a standard normal Z. */
    readonly ndtr: (x: number) => number
    /** The x with P(Z <= x) = p. */
    readonly ndtri: (p: number) => number
    /** The x with I_x(a, b) = p, I the regularized incomplete beta function. */
    readonly incbi: (a: number, b: number, p: number) => number
    /** P(X <= k) for X binomial with n trials of probability p. */
    readonly bdtr: (k: number, n: number, p: number) => number
  }
  export default cephes
}
