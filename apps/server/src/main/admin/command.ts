import type { ParseArgsConfig } from 'node:util'

import type { Context } from '#context.ts'
import type { Operator } from '#features/operations/index.ts'

export type Input = {
  /** The words after the name of the command. */
  words: readonly string[]
  options: Readonly<Record<string, unknown>>
  /** Kept with every change. */
  operator: Operator
  /** Standard input, for what must not stand in a command: a password. */
  read: () => Promise<string>
}

/** `isBad`: the command did its work, and what it found is wrong. */
export type Answer = { data: unknown; isBad?: boolean }

export type Work = (ctx: Context) => Promise<Answer>

export type Command = {
  name: string
  /** The arguments, for the help. */
  usage: string
  help: string
  words: { least: number; most: number }
  options?: NonNullable<ParseArgsConfig['options']>
  /** A change needs an operator and a reason, a destructive one also `--yes`. */
  kind: 'reading' | 'change' | 'destructive'
  /** Checks the input before anything is connected. */
  prepare(input: Input): Work
}

/** Not a command: the help is shown. */
export class Misuse extends Error {
  override name = 'Misuse'
}

/** Understood, but it cannot be done. */
export class Refusal extends Error {
  override name = 'Refusal'
}
