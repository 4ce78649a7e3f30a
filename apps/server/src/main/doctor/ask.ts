import { errors } from '@doslovno/domain/errors.ts'
import * as z from 'zod'

export type Reply = { status: number; headers: Headers; text: string }

type Question = {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  signal: AbortSignal
}

/** Sends one request and reads the reply, whatever its status; follows no redirect. */
export async function ask(url: string, question: Question): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', ...question })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const OurError = z.object({ code: z.string().refine((code) => code in errors), message: z.string() })

/** Whether our api refused a request; proxies and other programs send pages or shapes of their own. */
export function isOurRefusal({ text }: Reply): boolean {
  try {
    return OurError.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/** Nothing is served there, so our api refuses it. */
export const UNKNOWN_PATH = '/api/doctor'

/** More than 8 MiB, the part of an upload. */
export const LONG_BODY_BYTES = 9_000_000

/** An address of the machine that asks: in a container the container's own. */
export function isOwnAddress(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

export const OWN_ADDRESS =
  'see that it runs; in a container this address is the container itself, so ask it by a browser'
