/** Values of a step's stored provider state that record how its sends failed, instead of a state at the provider. */

/** The provider knows the idempotency key and may have taken a request under it. */
export const KEY_REFUSED = 'KEY_REFUSED';
/** The provider refused a resend for a reason that another resend would meet again. */
export const RESEND_REFUSED = 'RESEND_REFUSED';
/** A node did not take the last send for its fee, or for the wallet's gas. */
export const FEE_REFUSED = 'FEE_REFUSED';
/** The step differs from what a worker armed, and the log of its agent has `step.seal_violated`. */
export const SEAL_VIOLATED = 'SEAL_VIOLATED';
/** After such a refusal the provider listed no transaction of the step. */
export const UNLISTED = 'UNLISTED';
