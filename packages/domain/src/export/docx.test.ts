import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'

import { said, segmentOf } from '#test/transcripts.ts'

import { exportTranscript } from './export-transcript.ts'
import type { LineBreakRules } from './line-breaks.ts'
import type { Mark } from './plain-text.ts'

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
  unheard?: readonly Mark[],
): Promise<Record<string, string>> {
  const { content } = await exportTranscript('docx', { ...source, unheard }, options)
  const files = unzipSync(content as Uint8Array) // docx content is bytes
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

type Node = { [tag: string]: Node[] | string }

/** Paragraph texts of a document, in order. */
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
  let files: Record<string, string>

  beforeAll(async () => {
    files = await unzipped({ speakers: true, timecodes: true })
  })

  it('is complete and well-formed, whatever the speech contains [EXP-1]', () => {
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['[Content_Types].xml', 'word/document.xml', 'word/styles.xml']),
    )
    for (const [name, xml] of Object.entries(files)) {
      expect([name, XMLValidator.validate(xml)]).toEqual([name, true])
      // oxlint-disable-next-line no-control-regex -- characters that XML 1.0 cannot hold
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u)
    }
  })

  it('holds the title, speakers, times and every word [EXP-1]', () => {
    expect(paragraphsIn(files['word/document.xml'] ?? '')).toEqual([
      'Совет & «план»',
      'Анна  00:00:01',
      'Рост 15\u00a0%\u00a0— это <много>, см. №\u00a05.',
      'Пётр <Первый>  00:01:01',
      'Да конечно 😀 & точно.',
    ])
  })

  it('has a heading, styles for speakers and times, and the language of the speech [EXP-1]', () => {
    const document = files['word/document.xml'] ?? ''
    const styles = files['word/styles.xml'] ?? ''

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

  it('has a mark where speech has no words', async () => {
    const marked = await unzipped({ speakers: false, timecodes: false }, [{ start: 0, text: '[не разобрали]' }])

    expect(paragraphsIn(marked['word/document.xml'] ?? '').slice(0, 2)).toEqual(['Совет & «план»', '[не разобрали]'])
  })

  it('has its title, creator and description as properties [EXP-1]', () => {
    const properties = files['docProps/core.xml'] ?? ''

    expect(properties).toContain('<dc:title>Совет &amp; «план»</dc:title>')
    expect(properties).toContain('<dc:creator>Дословно</dc:creator>')
    expect(properties).toContain('<cp:lastModifiedBy>Дословно</cp:lastModifiedBy>')
    expect(properties).toContain('<dc:description>Расшифровка записи</dc:description>')
  })

  it('has no external targets and no fields', () => {
    for (const xml of Object.values(files)) {
      expect(xml).not.toContain('TargetMode="External"')
      expect(xml).not.toMatch(/<w:(?:fldSimple|instrText|fldChar)/u)
    }
  })

  it('holds only text without options', async () => {
    const plain = await unzipped({ speakers: false, timecodes: false })

    expect(paragraphsIn(plain['word/document.xml'] ?? '')).toHaveLength(3)
    expect(plain['word/document.xml']).not.toContain('w:val="Speaker"')
  })

  it('has a summary under headings before the text, and chapters as headings in it', async () => {
    const outline = {
      blocks: [
        {
          title: 'Саммари',
          lines: [
            { kind: 'heading' as const, text: 'Главное' },
            { kind: 'item' as const, text: 'Рост & план.' },
          ],
        },
      ],
      textTitle: 'Расшифровка',
      chapters: [{ start: 61, title: 'Ответ' }],
    }
    const { content } = await exportTranscript('docx', { ...source, outline }, { speakers: false, timecodes: false })
    const xml = strFromU8(unzipSync(content as Uint8Array)['word/document.xml'] ?? new Uint8Array()) // docx content is bytes

    expect(XMLValidator.validate(xml)).toBe(true)
    const texts = paragraphsIn(xml)
    expect(texts.slice(1, 5)).toEqual(['Саммари', 'Главное', 'Рост & план.', 'Расшифровка'])
    expect(texts.indexOf('Ответ')).toBe(texts.length - 2)
    expect(xml.match(/w:val="Heading[23]"/g)).toHaveLength(4)
  })
})
