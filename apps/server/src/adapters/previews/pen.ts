import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas'

import { IMAGE } from './card.ts'
import type { Measure } from './layout.ts'

/** The light scheme of apps/web/src/ui/tokens.css. */
export const COLOURS = { paper: '#faf9f6', line: '#e8e4dc', ink: '#1c1a17', second: '#57534b', marker: '#ffdd57' }

export type Rect = { x: number; y: number; width: number; height: number; radius?: number; colour: string }
export type Text = { x: number; y: number; size: number; weight: number; colour: string; align?: 'left' | 'right' }

/** Draws on paper of the size of a preview. */
export type Pen = {
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

export function createPen(): Pen {
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
