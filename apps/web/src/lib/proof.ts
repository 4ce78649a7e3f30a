import type { startTotp } from '@doslovno/contract/account/second-factors.ts'
import type { Call } from '@doslovno/contract/endpoint.ts'

/** Proves that the caller is the owner: by the password or a code, or by nothing after a recent sign-in. */
export type Proof = Call<typeof startTotp>['body']

/** Makes a change, with a proof if it needs one; false if the user gave none. */
export type WithProof = (change: (proof: Proof) => Promise<unknown>) => Promise<boolean>
