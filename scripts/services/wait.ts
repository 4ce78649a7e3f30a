import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Polls until the condition holds; throws after `seconds`. */
export async function waitUntil(
  expected: string,
  seconds: number,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s for ${expected}`)
    await delay(200)
  }
}

export function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 })
    const answer = (listens: boolean) => {
      socket.destroy()
      resolve(listens)
    }
    socket.once('connect', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', () => answer(false))
  })
}
