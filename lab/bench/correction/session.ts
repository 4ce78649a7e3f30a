import { setTimeout as wait } from 'node:timers/promises'

import { inCaseOf } from '@doslovno/domain/editing/replace.ts'
import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { reviewTexts } from '@doslovno/texts/editing.ts'
import { playerTexts } from '@doslovno/texts/file-page.ts'
import type { Locator, Page } from 'playwright'

import { toWords } from '#lab/bench/vocabulary/material.ts'

import { focusedField, placeOf, select, selectWords, type Hands, type Point } from './hands.ts'

/** Words at `from`–`to` of a text that were not said, and those said instead. Either may be nothing. */
type WordError = { from: number; to: number; said: readonly string[] }

type Token = { from: number; to: number; word: string }
/** A heard word beside a said one; one of them is absent where a word was added or left out. */
type Pair = { heard?: Token; said?: string }

/** Finds the errors of a piece of a transcript by the words of the whole recording. */
function errorsOf(text: string, saidWords: readonly string[]): WordError[] {
  const errors: { from: number; to: number; said: string[] }[] = []
  let isOpen = false
  let end = 0
  for (const { heard, said } of alignInside(tokensOf(text), saidWords)) {
    const isWrong = heard?.word !== said
    if (isWrong && !isOpen) errors.push({ from: heard?.from ?? end, to: end, said: [] })
    const error = errors.at(-1)
    if (isWrong && error) {
      // Words left out before this one were placed after the word before.
      if (heard && error.to === end && error.from === end) error.from = heard.from
      if (heard) error.to = heard.to
      if (said !== undefined) error.said.push(said)
    }
    isOpen = isWrong
    end = heard?.to ?? end
  }
  return errors.map(({ from, to, said }) => ({ from, to: Math.max(from, to), said }))
}

/** Words to be changed, added or removed in the whole text. */
export function countErrors(text: string, saidWords: readonly string[]): number {
  return Math.round(wordErrorRate(saidWords.join(' '), text) * saidWords.length)
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: match, index }) => ({
    from: index,
    to: index + match.length,
    word: toWords(match).join(''),
  }))
}

/** Aligns the words with the stretch of the recording that fits best. */
function alignInside(heard: readonly Token[], said: readonly string[]): Pair[] {
  const costs = [Array.from({ length: said.length + 1 }, () => 0)]
  const cost = (i: number, j: number) => costs[i]?.[j] ?? Infinity
  const change = (i: number, j: number) => (heard[i - 1]?.word === said[j - 1] ? 0 : 1)
  for (let i = 1; i <= heard.length; i++) {
    costs[i] = [i]
    for (let j = 1; j <= said.length; j++)
      costs[i]?.push(Math.min(cost(i - 1, j - 1) + change(i, j), cost(i - 1, j) + 1, cost(i, j - 1) + 1))
  }
  const last = costs[heard.length] ?? []
  let [i, j] = [heard.length, last.indexOf(Math.min(...last))]
  const pairs: Pair[] = []
  while (i > 0) {
    const pair: Pair = {}
    const isBoth = j > 0 && cost(i, j) === cost(i - 1, j - 1) + change(i, j)
    const isAdded = !isBoth && cost(i, j) === cost(i - 1, j) + 1
    const [token, word] = [heard[i - 1], said[j - 1]]
    if ((isBoth || isAdded) && token) pair.heard = token
    if (!isAdded && word !== undefined) pair.said = word
    pairs.push(pair)
    if (isBoth || isAdded) i--
    if (!isAdded) j--
  }
  return pairs.toReversed()
}

export type Session = { page: Page; hands: Hands; said: readonly string[]; deadline: number }

/** `places`: where the person stopped. `left`: errors that could not be selected. `busyMs`: without listening. */
export type Tally = { places: number; left: number; busyMs: number }

/** How long a person listens to a risky place. */
const LISTENED_MS = 2000
const ANSWER_MS = 10_000

const cardOf = (page: Page) => page.getByRole('dialog', { name: reviewTexts.title })
const isOver = ({ deadline }: Session) => Date.now() > deadline

/** Answers the questions of the review, first the riskiest, as long as they last. */
export async function review(session: Session): Promise<Tally> {
  const { page, hands } = session
  const tally: Tally = { places: 0, left: 0, busyMs: 0 }
  await hands.click(await middleOf(page.getByRole('button', { name: reviewTexts.open })))
  const card = cardOf(page)
  await card.waitFor()
  for (let last = ''; !isOver(session);) {
    const place = await nextPlace(session, last)
    if (!place) break
    last = place.key
    tally.places++
    await wait(LISTENED_MS)
    const began = Date.now()
    await hands.think()
    await correctSentence(session)
    await hands.press('Enter')
    tally.busyMs += Date.now() - began
  }
  if (await card.isVisible()) await hands.press('Escape')
  await card.waitFor({ state: 'hidden' })
  return tally
}

/** Puts every error of the sentence in question right; who speaks is another question. */
async function correctSentence(session: Session): Promise<void> {
  const { page, said } = session
  if (await cardOf(page).getByRole('group', { name: reviewTexts.voices }).isVisible()) return
  for (let after = 0; ;) {
    const text = (await focusedField(page))?.value ?? ''
    const error = errorsOf(text, said).find(({ from }) => from >= after)
    if (!error || !(await putRight(session, text, error))) return
    after = error.from + error.said.join(' ').length
  }
}

/** Takes the suggestion if it is what was said, else types; a word left out goes before the next one. */
async function putRight({ page, hands }: Session, text: string, { from, to, said }: WordError): Promise<boolean> {
  const words = said.join(' ')
  if (from === to) {
    const next = /[\p{L}\p{N}]+/u.exec(text.slice(from))
    const last = [...text.matchAll(/[\p{L}\p{N}]+/gu)].at(-1)
    const beside = next ?? last
    if (!beside) return false
    const start = next ? from + next.index : beside.index
    if (!(await selectWords(page, hands, { from: start, to: start + beside[0].length }))) return false
    await hands.press(next ? 'Control+ArrowLeft' : 'Control+ArrowRight')
    await hands.type(next ? `${words} ` : ` ${words}`)
    return true
  }
  if (!(await selectWords(page, hands, { from, to }))) return false
  if (words === '') {
    await hands.press('Backspace')
    return true
  }
  const chips = await cardOf(page).getByRole('group', { name: reviewTexts.suggestions }).getByRole('button').allInnerTexts() // prettier-ignore
  const chip = chips.findIndex((one) => toWords(one.replace(/\s*\d$/u, '')).join(' ') === words)
  if (chip >= 0) await hands.press(`Digit${chip + 1}`)
  else await hands.type(inCaseOf(text.slice(from, to), words))
  return true
}

async function middleOf(target: Locator): Promise<Point> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

/** The next question, once it is shown; undefined after the last one. A short pass is continued. */
async function nextPlace({ page, hands }: Session, last: string) {
  for (const end = Date.now() + ANSWER_MS; Date.now() < end; await wait(50)) {
    const field = await focusedField(page)
    const status = await cardOf(page).getByRole('status').first().textContent()
    // Two places of one word may be in the same sentence said twice.
    const key = `${await cardOf(page).textContent()} ${field?.value} ${field?.from}`
    if (field && key !== last) return { ...field, key }
    if (field || status !== reviewTexts.title) continue
    if (!(await cardOf(page).getByRole('button', { name: reviewTexts.more }).isVisible())) return undefined
    await hands.press('Enter')
  }
  return undefined
}

/** Plays the recording and corrects what is wrong when it is heard. */
export async function listen(session: Session, times: readonly (readonly number[])[]): Promise<Tally> {
  const { hands } = session
  const tally: Tally = { places: 0, left: 0, busyMs: 0 }
  await hands.press('Space')
  for (const [paragraph, starts] of times.entries())
    for (let from = 0; !isOver(session);) {
      const error = await errorAfter(session, paragraph, from)
      if (!error) break
      from = error.error.from + 1
      if (!(await heard(session, starts[Math.min(error.word, starts.length - 1)] ?? 0))) break
      tally.places++
      const began = Date.now()
      await hands.think()
      if (!(await correct(session, paragraph, error.error))) tally.left++
      tally.busyMs += Date.now() - began
    }
  return tally
}

async function errorAfter({ page, said }: Session, paragraph: number, from: number) {
  const text = await page.locator(`[data-paragraph="${paragraph}"] [data-text]`).textContent()
  const error = errorsOf(text ?? '', said).find((one) => one.from >= from)
  return error && { error, word: (text ?? '').slice(0, error.from).split(/\s+/u).length - 1 }
}

/** Waits until the player has reached a moment; false if the time is over before. */
async function heard(session: Session, seconds: number): Promise<boolean> {
  while (!isOver(session)) {
    const now = await session.page.getByRole('slider', { name: playerTexts.position }).getAttribute('aria-valuenow')
    if (Number(now) >= Math.floor(seconds)) return true
    await wait(50)
  }
  return false
}

async function correct(session: Session, paragraph: number, error: WordError): Promise<boolean> {
  const { page, hands } = session
  const middle = Math.max(0, error.from === error.to ? error.from - 1 : Math.floor((error.from + error.to) / 2))
  const point = await placeOf(page, paragraph, middle)
  if (!point) return false
  await hands.doubleClick(point)
  const opened = await page
    .waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement, undefined, { timeout: ANSWER_MS })
    .then(() => focusedField(page), () => undefined) // prettier-ignore
  if (!opened) return false
  // A field that shows only its caret needs another double-click to select the word.
  if (opened.from === opened.to) await hands.doubleClickAgain(point)
  const isDone = await overwrite(session, error)
  await hands.press(isDone ? 'Enter' : 'Escape')
  return isDone
}

/** Types what was said over what was heard. */
async function overwrite({ page, hands }: Session, { from, to, said }: WordError): Promise<boolean> {
  const value = (await focusedField(page))?.value ?? ''
  if (!(await select(page, hands, { from, to }))) return false
  const words = said.join(' ')
  const text = inCaseOf(value.slice(from, to), words)
  if (text === '') await hands.press('Backspace')
  else await hands.type(from === to ? `${from > 0 ? ' ' : ''}${text}` : text)
  return true
}
