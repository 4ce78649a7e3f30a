import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Entries of a file of Tesseract's trained data. */
const WORD_GRAPH = 19
const LETTERS = 21
/** Flags of an edge: the last of its node, the last of a word. */
const LAST_OF_NODE = 1n
const ENDS_WORD = 4n

/** The frequent Russian words that Tesseract comes with, downloaded as a package of Debian. */
export function downloadFrequentWords(): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'word-list-'))
  try {
    execFileSync('apt-get', ['download', 'tesseract-ocr-rus'], { cwd: folder, stdio: 'ignore' })
    const [name = ''] = readdirSync(folder)
    execFileSync('dpkg', ['-x', name, '.'], { cwd: folder })
    const [data = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.traineddata'),
    )
    return readFrequentWords(readFileSync(join(folder, data)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readFrequentWords(data: Buffer): Set<string> {
  const letters = entryOf(data, LETTERS)
    .toString('utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ')[0] ?? '')
  const graph = entryOf(data, WORD_GRAPH)
  const flagsAt = BigInt(Math.ceil(Math.log2(graph.readInt32LE(2) + 1)))
  const edgeAt = (index: number) => {
    const edge = graph.readBigUInt64LE(10 + index * 8)
    return {
      letter: letters[Number(edge & ((1n << flagsAt) - 1n))] ?? '',
      flags: edge >> flagsAt,
      next: Number(edge >> (flagsAt + 3n)),
    }
  }
  const words = new Set<string>()
  const walk = (node: number, before: string) => {
    for (let index = node; ; index++) {
      const { letter, flags, next } = edgeAt(index)
      if (flags & ENDS_WORD) words.add(before + letter)
      if (next > 0) walk(next, before + letter)
      if (flags & LAST_OF_NODE) return
    }
  }
  walk(0, '')
  return words
}

/** The file begins with the number of its entries and where each starts, below zero if it is absent. */
function entryOf(data: Buffer, entry: number): Buffer {
  const starts = Array.from({ length: data.readInt32LE(0) }, (_, index) => Number(data.readBigInt64LE(4 + index * 8)))
  const start = starts[entry] ?? -1
  const end = Math.min(...starts.filter((other) => other > start), data.length)
  return data.subarray(start, end)
}
