import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'

import { said, segmentOf } from '#test/transcripts.ts'

import { exportTranscript } from './export-transcript.ts'
import type { LineBreakRules } from './line-breaks.ts'

const rules: LineBreakRules = {
  leadingWords: new Set(),
  trailingWords: new Set(),
  units: new Set(['%']),
  prefixes: new Set(['№']),
  pairs: new Set(),
  patronymic: /ич$/u,
}
const source = {
  fileName: 'Совет & «план».mp3',
  segments: [
    segmentOf(said('Рост 15 % — это <много>, см. № 5.', 1), 0),
    segmentOf(said('Да\u0000\u000b\ufffe \ud800конечно 😀 & точно.', 61), 1),
  ],
  nameOf: (speaker: number) => ['Анна', 'Пётр\u0007 <Первый>'][speaker] ?? '',
  rules,
  labels: {
    creator: 'Дословно',
    description: 'Расшифровка записи',
    language: 'ru-RU',
    speakerStyle: 'Спикер',
    timecodeStyle: 'Таймкод',
  },
}

async function unzipped(
  options: { speakers: boolean; timecodes: boolean },
  note?: string,
): Promise<Record<string, string>> {
  const { content } = await exportTranscript('docx', { ...source, note }, options)
  const files = unzipSync(content as Uint8Array) // bytes, as the format is docx
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

type Node = { [tag: string]: Node[] | string }

/** Texts of the paragraphs of a document, in order. */
function paragraphsIn(xml: string): string[] {
  const nodes = new XMLParser({ preserveOrder: true, trimValues: false }).parse(xml) as Node[]
  const texts = (list: readonly Node[]): string =>
    list
      .flatMap((node) => Object.entries(node))
      .map(([tag, value]) => (typeof value === 'string' ? (tag === '#text' ? value : '') : texts(value)))
      .join('')
  const find = (list: readonly Node[]): string[] =>
    list
      .flatMap((node) => Object.entries(node))
      .flatMap(([tag, value]) => (typeof value === 'string' ? [] : tag === 'w:p' ? [texts(value)] : find(value)))
  return find(nodes)
}

describe('a Word document', () => {
  let parts: Record<string, string>

  beforeAll(async () => {
    parts = await unzipped({ speakers: true, timecodes: true })
  })

  it('is whole and well formed, whatever is said in it [EXP-1]', () => {
    expect(Object.keys(parts)).toEqual(
      expect.arrayContaining(['[Content_Types].xml', 'word/document.xml', 'word/styles.xml']),
    )
    for (const [name, xml] of Object.entries(parts)) {
      expect([name, XMLValidator.validate(xml)]).toEqual([name, true])
      // oxlint-disable-next-line no-control-regex -- what XML 1.0 cannot hold
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u)
    }
  })

  it('holds the title, the speakers, the times and every word [EXP-1]', () => {
    expect(paragraphsIn(parts['word/document.xml'] ?? '')).toEqual([
      'Совет & «план»',
      'Анна  00:00:01',
      'Рост 15\u00a0%\u00a0— это <много>, см. №\u00a05.',
      'Пётр <Первый>  00:01:01',
      'Да конечно 😀 & точно.',
    ])
  })

  it('has a heading, styles of its own for speakers and times, and the language of the speech [EXP-1]', () => {
    const document = parts['word/document.xml'] ?? ''
    const styles = parts['word/styles.xml'] ?? ''

    expect(document.match(/<w:pStyle w:val="\w+"\/>/gu)).toEqual([
      '<w:pStyle w:val="Heading1"/>',
      '<w:pStyle w:val="Speaker"/>',
      '<w:pStyle w:val="Speaker"/>',
    ])
    expect(document.match(/<w:rStyle w:val="Timecode"\/>/gu)).toHaveLength(2)
    expect(styles).toContain('<w:name w:val="Спикер"/>')
    expect(styles).toContain('<w:name w:val="Таймкод"/>')
    expect(styles).toContain('<w:lang w:val="ru-RU"/>')
  })

  it('says below its title what its reader should know', async () => {
    const noted = await unzipped({ speakers: false, timecodes: false }, 'Не хватает минуты.')

    expect(paragraphsIn(noted['word/document.xml'] ?? '').slice(0, 2)).toEqual(['Совет & «план»', 'Не хватает минуты.'])
  })

  it('says what it is and who made it [EXP-1]', () => {
    const properties = parts['docProps/core.xml'] ?? ''

    expect(properties).toContain('<dc:title>Совет &amp; «план»</dc:title>')
    expect(properties).toContain('<dc:creator>Дословно</dc:creator>')
    expect(properties).toContain('<cp:lastModifiedBy>Дословно</cp:lastModifiedBy>')
    expect(properties).toContain('<dc:description>Расшифровка записи</dc:description>')
  })

  it('leads nowhere outside of itself and computes nothing', () => {
    for (const xml of Object.values(parts)) {
      expect(xml).not.toContain('TargetMode="External"')
      expect(xml).not.toMatch(/<w:(?:fldSimple|instrText|fldChar)/u)
    }
  })

  it('is text alone if nothing else is asked for', async () => {
    const plain = await unzipped({ speakers: false, timecodes: false })

    expect(paragraphsIn(plain['word/document.xml'] ?? '')).toHaveLength(3)
    expect(plain['word/document.xml']).not.toContain('w:val="Speaker"')
  })
})
