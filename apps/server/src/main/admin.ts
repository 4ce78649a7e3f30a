import * as z from 'zod'

import { createContext } from '#context.ts'
import { subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'
import { createLog } from '#platform/log.ts'

import { type Command, Misuse, Refusal, type Work } from './admin/command.ts'
import { commands } from './admin/commands.ts'
import { helpOf, helpOfAll } from './admin/help.ts'
import { readInput } from './admin/input.ts'
import { textOf } from './admin/text.ts'

process.exitCode = await main(process.argv.slice(2))

/** Returns the exit code: 0 done, 1 refused or something is wrong, 2 not a command. */
async function main(args: string[]): Promise<number> {
  const command = findCommand(args)
  if (!command || args.includes('--help')) {
    const isAsked = args.includes('--help') || args.length === 0
    const near = commands.filter(({ name }) => name.split(' ')[0] === args[0])
    ;(isAsked ? console.log : console.error)(command ? helpOf(command) : helpOfAll(near.length > 0 ? near : commands))
    return isAsked ? 0 : 2
  }
  try {
    const { input, isJson } = readInput(command, args)
    const { data, isBad = false } = await run(command.prepare(input))
    console.log(isJson ? JSON.stringify(data) : textOf(data))
    return isBad ? 1 : 0
  } catch (error) {
    return explain(command, error)
  }
}

function findCommand(args: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))
}

async function run(work: Work) {
  const config = readConfig(process.env)
  // Standard output is for the answer alone.
  const ctx = await createContext(config, createLog(config.logLevel, 'admin', process.stderr), subscribers)
  try {
    return await work(ctx)
  } finally {
    await ctx.close()
  }
}

function explain(command: Command, error: unknown): number {
  if (error instanceof Refusal || error instanceof AppError) {
    console.error(`refused: ${error.message}`)
    return 1
  }
  if (!isMisuse(error)) throw error
  const problems = error instanceof z.ZodError ? error.issues.map(({ message }) => message) : [error.message]
  console.error(`${problems.join('\n')}\n\n${helpOf(command)}`)
  return 2
}

/** Ours, or of `parseArgs`. */
function isMisuse(error: unknown): error is Error {
  if (error instanceof Misuse || error instanceof z.ZodError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
