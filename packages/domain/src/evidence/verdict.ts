/**
 * `dropped`: the recording contradicts it or holds nothing of it. `linked`: the recording is in a language that only
 * citations and numbers are checked in.
 */
export const verdicts = ['confirmed', 'unsure', 'dropped', 'linked'] as const
export type Verdict = (typeof verdicts)[number]

/** Why a statement is not confirmed. */
export const reasonCodes = [
  'noCitation',
  'number',
  'date',
  'name',
  'negation',
  'opposite',
  'condition',
  'speaker',
  'predicate',
  'clause',
  'coverage',
  'sentence',
  'hollow',
  'word',
  'address',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** `words`: the words of the statement that the recording does not support. */
export type Reason = { code: ReasonCode; words: readonly string[] }

/** The result of the check. `anchors`: indexes of the sentences that carry the statement, in order. */
export type Check = { verdict: Verdict; reasons: readonly Reason[]; anchors: readonly number[] }

/**
 * A statement to check. `cites`: indexes of sentences; `who`: speakers who are said to have said it; `isTask`: it tells
 * something to be done, so an infinitive will do.
 */
export type Claim = { text: string; cites: readonly number[]; who: readonly number[]; isTask?: boolean }
