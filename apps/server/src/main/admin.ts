import * as z from 'zod'

import { createContext } from '#context.ts'
import { subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'
import { createLog } from '#platform/log.ts'

import { balanceCommands } from './admin/balance.ts'
import { type Command, Misuse, Refusal, type Work } from './admin/command.ts'
import { deadLetterCommands } from './admin/dead-letters.ts'
import { readInput } from './admin/input.ts'
import { paymentCommands } from './admin/payments.ts'
import { promoCommands } from './admin/promo.ts'
import { repairCommands } from './admin/repair.ts'
import { requeueCommands } from './admin/requeue.ts'
import { switchCommands } from './admin/switches.ts'
import { tariffCommands } from './admin/tariff.ts'
import { userCommands } from './admin/users.ts'
import { type Terminal, terminal } from './terminal.ts'

const commands: readonly Command[] = [
  ...userCommands,
  ...balanceCommands,
  ...tariffCommands,
  ...paymentCommands,
  ...promoCommands,
  ...requeueCommands,
  ...deadLetterCommands,
  ...repairCommands,
  ...switchCommands,
]

/** Returns the exit code: 0 done, 1 refused or something is wrong, 2 not a command. */
export async function main(args: readonly string[], { env, print, complain, read }: Terminal): Promise<number> {
  const command = findCommand(args)
  if (!command || args.includes('--help')) {
    const isAsked = args.includes('--help') || args.length === 0
    const near = commands.filter(({ name }) => name.split(' ')[0] === args[0])
    ;(isAsked ? print : complain)(command ? helpOf(command) : helpOfAll(near.length > 0 ? near : commands))
    return isAsked ? 0 : 2
  }
  try {
    const { input, isJson } = readInput(command, args, env)
    const { data, isBad = false } = await run(command.prepare({ ...input, read }), env)
    print(isJson ? JSON.stringify(data) : textOf(data))
    return isBad ? 1 : 0
  } catch (error) {
    const { code, text } = explain(command, error)
    complain(text)
    return code
  }
}

function findCommand(args: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))
}

async function run(work: Work, env: Terminal['env']) {
  const config = readConfig(env)
  // Standard output is for the answer alone.
  const ctx = await createContext(config, createLog(config.logLevel, 'admin', process.stderr), subscribers)
  try {
    return await work(ctx)
  } finally {
    await ctx.close()
  }
}

function explain(command: Command, error: unknown): { code: number; text: string } {
  if (error instanceof AppError)
    return { code: 1, text: `refused: ${[error.message, ...problemsOf(error)].join('\n')}` }
  if (error instanceof Refusal) return { code: 1, text: `refused: ${error.message}` }
  if (!isMisuse(error)) throw error
  const problems = error instanceof z.ZodError ? error.issues.map(({ message }) => message) : [error.message]
  return { code: 2, text: `${problems.join('\n')}\n\n${helpOf(command)}` }
}

function problemsOf({ fields = {} }: AppError): string[] {
  return Object.entries(fields).map(([field, { code }]) => `${field}: ${code}`)
}

function helpOf(command: Command): string {
  return `${lineOf(command)}\n\n${command.help}\n\n${common(command)}`
}

function helpOfAll(commands: readonly Command[]): string {
  const lines = commands.map((command) => `  ${lineOf(command)}\n      ${command.help.split('\n')[0]}`)
  return `admin COMMAND [--json] [--help]\n\n${lines.join('\n')}\n\nEvery change needs --reason and is recorded.`
}

function lineOf({ name, usage }: Command): string {
  return ['admin', name, usage].filter(Boolean).join(' ')
}

function common({ kind }: Command): string {
  const options = ['--json            print JSON']
  if (kind !== 'reading')
    options.push('--reason TEXT     why; kept in the history', '--by NAME         who; $USER by default')
  if (kind === 'destructive') options.push('--yes             it cannot be undone')
  return options.map((line) => `  ${line}`).join('\n')
}

/** Ours, or of `parseArgs`. */
function isMisuse(error: unknown): error is Error {
  if (error instanceof Misuse || error instanceof z.ZodError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), terminal)

/** An answer for people: a line per field, a table per list. */
function textOf(data: unknown): string {
  if (Array.isArray(data)) return tableOf(data)
  if (!isObject(data)) return cellOf(data)
  const fields = Object.entries(data)
  const plain = fields.filter(([, value]) => !Array.isArray(value)).map(([name, value]) => `${name}\t${cellOf(value)}`)
  const lists = fields.flatMap(([name, value]) => (Array.isArray(value) ? [`\n${name}:`, tableOf(value)] : []))
  return [...plain, ...lists].join('\n')
}

function tableOf(rows: readonly unknown[]): string {
  const [first] = rows
  if (first === undefined) return '(none)'
  if (!isObject(first)) return rows.map(cellOf).join('\n')
  const names = Object.keys(first)
  const lines = rows.map((row) => names.map((name) => cellOf(isObject(row) ? row[name] : undefined)).join('\t'))
  return [names.join('\t'), ...lines].join('\n')
}

/** People choose names and user agents: a control character must not reach the terminal. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(/\p{Cc}/gu, ' ')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}
