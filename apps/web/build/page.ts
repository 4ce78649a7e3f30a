import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { brand } from '@doslovno/texts/brand.ts'
import type { IndexHtmlTransformContext, Plugin } from 'vite'

const [start, marked, end] = brand.wordmark

/** Fills index.html from packages/texts, so that it holds no Russian, and inlines what the first paint needs. */
export function page(): Plugin {
  return {
    name: 'page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace('%NAME%', brand.name)
          .replace('%DESCRIPTION%', brand.description)
          .replace('%WORDMARK%', `${start}<mark>${marked}</mark>${end}`)
          .replace('%NO_SCRIPT%', brand.noScript)
          .replace('%FIRST_SCREEN%', () => inlined('first-screen.css'))
          .replace('%SCRIPT%', () => inlined('first-screen.js')),
    },
  }
}

const STYLES = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g
const APP = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g
const PRELOADS = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g

/**
 * Leaves styles and scripts to the inline script: it knows whether the page needs the app or only a reader, and the
 * first paint would wait for a link in the page. The development server keeps its own script.
 */
export function loadByScript(): Plugin {
  return {
    name: 'load-by-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const addresses = (...patterns: RegExp[]) =>
          patterns.flatMap((pattern) => Array.from(html.matchAll(pattern), ([, address]) => address)).join(' ')
        const plain = bundle ? html.replaceAll(APP, '').replaceAll(PRELOADS, '') : html
        return plain
          .replaceAll(STYLES, '')
          .replace('%STYLES%', () => addresses(STYLES))
          .replace('%APP%', () => (bundle ? addresses(APP, PRELOADS) : ''))
          .replace('%READER%', () => (bundle ? filesOf(bundle, 'reader').join(' ') : ''))
          .replace('%SIGN_IN%', () => (bundle ? filesOf(bundle, 'login-page').join(' ') : ''))
      },
    },
  }
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** The file of an entry or of a lazy page, and the scripts and styles that it imports. */
function filesOf(bundle: Bundle, name: string): string[] {
  const entry = Object.values(bundle).find(
    (file) => file.type === 'chunk' && (file.isEntry || file.isDynamicEntry) && file.name === name,
  )
  if (!entry) throw new Error(`No entry «${name}» in the bundle`)
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (files.has(file) || chunk?.type !== 'chunk') return
    files.add(file)
    chunk.viteMetadata?.importedCss.forEach((style) => files.add(style))
    chunk.imports.forEach(add)
  }
  add(entry.fileName)
  return Array.from(files, (file) => `/${file}`)
}

function inlined(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}
