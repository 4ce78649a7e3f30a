import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { brand } from '@doslovno/texts/brand.ts'
import type { Plugin } from 'vite'

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
          .replace('%NO_SCRIPT%', brand.noScript)
          .replace('%FIRST_SCREEN%', () => inlined('first-screen.css'))
          .replace('%SCRIPT%', () => inlined('first-screen.js')),
    },
  }
}

const STYLES = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g

/** Leaves the app's styles to the inline script: the first paint would wait for a link in the page. */
export function stylesByScript(): Plugin {
  return {
    name: 'styles-by-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const addresses = Array.from(html.matchAll(STYLES), ([, address]) => address).join(' ')
        return html.replaceAll(STYLES, '').replace('%STYLES%', () => addresses)
      },
    },
  }
}

function inlined(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}
