import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'

import { brand } from '@doslovno/texts/brand.ts'
import { publicPageTexts as texts } from '@doslovno/texts/public-page.ts'
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas'

import { type Card, IMAGE } from './card.ts'
import { drawable } from './drawable.ts'
import { type Measure, setLine, setText } from './layout.ts'

/** The light scheme of apps/web/src/ui/tokens.css. */
const COLOURS = { paper: '#faf9f6', line: '#e8e4dc', ink: '#1c1a17', second: '#57534b', marker: '#ffdd57' }

type Rect = { x: number; y: number; width: number; height: number; radius?: number; colour: string }
type Text = { x: number; y: number; size: number; weight: number; colour: string; align?: 'left' | 'right' }

/** Draws on paper of the size of a preview. */
type Pen = {
  canvas: Canvas
  fill(rect: Rect): void
  /** `y` is the baseline. */
  write(text: string, as: Text): void
  measureAt(weight: number): Measure
}

const SUBSETS = ['cyrillic', 'latin', 'cyrillic-ext', 'latin-ext']
export const FAMILIES = SUBSETS.map((subset) => `"Golos ${subset}"`).join(', ')
/** The tracking of headings, in ems. */
const TRACKING = -0.015

/** The package has the typeface in parts, which become families of their own. */
export function loadFonts(): void {
  const { resolve } = createRequire(import.meta.url)
  for (const subset of SUBSETS) {
    const path = resolve(`@fontsource-variable/golos-text/files/golos-text-${subset}-wght-normal.woff2`)
    if (!GlobalFonts.register(readFileSync(path), `Golos ${subset}`)) throw new Error(`No font ${subset}`)
  }
}

function createPen(): Pen {
  const canvas = createCanvas(IMAGE.width, IMAGE.height)
  const context = canvas.getContext('2d')
  /** The shorthand would draw weights of a variable font by smearing. */
  const setFont = (size: number, weight: number) => {
    context.font = `${size}px ${FAMILIES}`
    context.fontVariationSettings = `"wght" ${weight}`
    context.letterSpacing = `${size * TRACKING}px`
  }
  const fill = ({ x, y, width, height, radius = 0, colour }: Rect) => {
    context.fillStyle = colour
    context.beginPath()
    context.roundRect(x, y, width, height, radius)
    context.fill()
  }
  fill({ x: 0, y: 0, ...IMAGE, colour: COLOURS.paper })
  return {
    canvas,
    fill,
    write: (text, { x, y, size, weight, colour, align = 'left' }) => {
      setFont(size, weight)
      context.fillStyle = colour
      context.textAlign = align
      context.fillText(text, x, y)
    },
    measureAt: (weight) => (text, size) => {
      setFont(size, weight)
      return context.measureText(text).width
    },
  }
}

// Runs in a thread of its own: drawing takes tens of milliseconds, in which no request would be answered.
loadFonts()
parentPort?.on('message', (card: Card) => {
  parentPort?.postMessage(drawCard(card).encodeSync('png'))
})

const MARGIN = 72
const WIDTH = IMAGE.width - 2 * MARGIN
const LOGO = { y: 54, size: 56, gap: 18, type: 42 }
/** Between logo and footer. */
const MIDDLE = { top: 142, bottom: 512 }
const QUOTE = { sizes: [120, 104, 92, 84, 76, 68, 62, 56, 50, 44], weight: 600, lineHeight: 1.32, ending: '…»' }
const AUTHOR = { size: 36, weight: 600, height: 70 }
const TITLE = { sizes: [96, 84, 76, 68, 60], weight: 700, lineHeight: 1.18, ending: '…' }
const FOOTER = { line: 528, baseline: 583, size: 32, gap: 40 }

function drawCard({ title, quote, about }: Card): Canvas {
  const pen = createPen()
  const [name, words] = [drawable(title), drawable(quote?.text ?? '')]
  drawLogo(pen)
  if (quote && words) drawQuote(pen, { ...quote, text: words })
  else drawTitle(pen, name || brand.motto)
  drawFooter(pen, words ? name : '', about)
  return pen.canvas
}

/** As apps/web/src/ui/logo.tsx. */
function drawLogo(pen: Pen): void {
  const { y, size, gap, type } = LOGO
  const unit = size / 32
  const at = (left: number, top: number) => ({ x: MARGIN + left * unit, y: y + top * unit })
  pen.fill({ ...at(0, 0), width: size, height: size, radius: 9 * unit, colour: COLOURS.ink })
  pen.fill({ ...at(7, 11.5), width: 18 * unit, height: 9 * unit, radius: 2.5 * unit, colour: COLOURS.marker })
  pen.fill({ ...at(9.3, 14.8), width: 13.4 * unit, height: 2.4 * unit, radius: 1.2 * unit, colour: COLOURS.ink })

  const [start, marked, end] = brand.wordmark
  const measure = pen.measureAt(680)
  const x = MARGIN + size + gap
  const baseline = y + size / 2 + type * 0.3
  const mark = { x: x + measure(start, type), width: measure(marked, type) }
  pen.fill({ ...mark, y: baseline - type * 0.22, height: type * 0.34, colour: COLOURS.marker })
  pen.write(start + marked + end, { x, y: baseline, size: type, weight: 680, colour: COLOURS.ink })
}

function drawQuote(pen: Pen, { text, name, time }: NonNullable<Card['quote']>): void {
  const { sizes, weight, lineHeight, ending } = QUOTE
  const measure = pen.measureAt(weight)
  const height = MIDDLE.bottom - MIDDLE.top - AUTHOR.height
  const { size, lines } = setText(text, sizes, ending, { width: WIDTH, height, lineHeight, measure })
  const step = size * lineHeight
  const top = MIDDLE.top + (height - lines.length * step) / 2
  for (const [index, line] of lines.entries()) {
    const y = top + index * step
    const marker = { x: MARGIN - size * 0.16, width: measure(line, size) + size * 0.32, height: size * 1.2 }
    pen.fill({ ...marker, y: y + size * 0.06, radius: size * 0.1, colour: COLOURS.marker })
    pen.write(line, { x: MARGIN, y: y + size * 1.02, size, weight, colour: COLOURS.ink })
  }
  const author = (part: string) => texts.author(part, time)
  const measureAuthor: Measure = (part, height) => pen.measureAt(AUTHOR.weight)(author(part), height)
  const shown = setLine(drawable(name), AUTHOR.size, WIDTH, measureAuthor)
  pen.write(author(shown), {
    ...AUTHOR,
    x: MARGIN,
    y: top + lines.length * step + AUTHOR.height * 0.8,
    colour: COLOURS.second,
  })
}

function drawTitle(pen: Pen, title: string): void {
  const { sizes, weight, lineHeight, ending } = TITLE
  const height = MIDDLE.bottom - MIDDLE.top
  const box = { width: WIDTH, height, lineHeight, measure: pen.measureAt(weight) }
  const { size, lines } = setText(title, sizes, ending, box)
  const step = size * lineHeight
  const top = MIDDLE.top + (height - lines.length * step) / 2
  for (const [index, line] of lines.entries()) {
    pen.write(line, { x: MARGIN, y: top + index * step + size * 0.9, size, weight, colour: COLOURS.ink })
  }
}

function drawFooter(pen: Pen, title: string, about: string): void {
  const { line, baseline: y, size, gap } = FOOTER
  pen.fill({ x: MARGIN, y: line, width: WIDTH, height: 2, colour: COLOURS.line })
  const aboutWidth = pen.measureAt(400)(about, size)
  const shown = setLine(title, size, WIDTH - aboutWidth - gap, pen.measureAt(600))
  pen.write(shown, { x: MARGIN, y, size, weight: 600, colour: COLOURS.ink })
  const place = title ? ({ x: MARGIN + WIDTH, align: 'right' } as const) : { x: MARGIN }
  pen.write(about, { ...place, y, size, weight: 400, colour: COLOURS.second })
}
