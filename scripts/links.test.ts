import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { describe, expect, it } from 'vitest'

import { projectRoot } from './settings.ts'

const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'deploy/**/*.md', '.github/**/*.md'], {
  cwd: projectRoot,
})
const textOf = (path: string) => readFileSync(resolve(projectRoot, path), 'utf8')
const withoutCode = (text: string) => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')

/** Targets of links and addresses of pictures. */
function targetsIn(text: string): string[] {
  const links = withoutCode(text).matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g)
  return [...links].map(([, inMarkdown, inHtml]) => inMarkdown ?? inHtml ?? '')
}

/** As GitHub makes them of headings. */
function anchorsIn(text: string): string[] {
  const headings = text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, title = '']) =>
    title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isBroken(target: string, from: string): boolean {
  if (/^[a-z]+:/.test(target)) return false
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? resolve(projectRoot, from) : resolve(projectRoot, dirname(from), path)
  if (!existsSync(file)) return true
  return anchor !== undefined && file.endsWith('.md') && !anchorsIn(readFileSync(file, 'utf8')).includes(anchor)
}

describe('the documents', () => {
  it.each(documents)('%s links only to files and headings that exist', (path) => {
    expect(targetsIn(textOf(path)).filter((target) => isBroken(target, path))).toEqual([])
  })

  it('show pictures in README that exist, in light and dark', () => {
    for (const path of ['README.md', 'README.ru.md']) {
      const pictures = targetsIn(textOf(path)).filter((target) => /\.(png|webp)$/.test(target))
      expect(pictures).toHaveLength(7)
      expect(pictures.filter((target) => isBroken(target, path))).toEqual([])
    }
  })

  it.each([
    ['a missing file', 'docs/nothing.md'],
    ['a missing heading', 'docs/GLOSSARY.md#nothing'],
    ['a missing picture', 'docs/images/nothing.png'],
  ])('would be told of a link to %s', (_what, target) => {
    expect(isBroken(target, 'README.md')).toBe(true)
  })
})

describe('README', () => {
  it('has at most 600 words', () => {
    const words =
      withoutCode(textOf('README.md'))
        .replace(/<[^>]+>|\]\([^)]*\)/g, ' ')
        .match(/[\p{L}\p{N}]+/gu) ?? []

    expect(words.length).toBeLessThanOrEqual(600)
  })
})
