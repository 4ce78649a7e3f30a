import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import type { Claim } from '@doslovno/domain/evidence/verdict.ts'

import { call } from './talks/call.ts'
import { interview } from './talks/interview.ts'
import { lecture } from './talks/lecture.ts'
import type { TalkLines } from './talks/lines.ts'
import { meeting } from './talks/meeting.ts'

/** `l`: close to the words of the talk, `m`: freer, `a`: a generalisation. */
export type Grade = 'l' | 'm' | 'a'

/** A conversation written for the tests, with statements about it. `names`: of speakers, by number. */
export type Talk = {
  name: string
  names: ReadonlyMap<number, string>
  sentences: readonly Sentence[]
  right: readonly (Claim & { grade: Grade })[]
  invented: readonly Claim[]
}

const SECONDS_PER_WORD = 0.45

export const talks: readonly Talk[] = [
  makeTalk('meeting', meeting, ['Андрей', 'Ольга', 'Дмитрий']),
  makeTalk('call', call, ['Ирина', 'Виктор']),
  makeTalk('lecture', lecture, []),
  makeTalk('interview', interview, ['Ведущий', 'Наталья Громова']),
]

function makeTalk(name: string, lines: TalkLines, names: readonly string[]): Talk {
  return {
    name,
    names: new Map(names.entries()),
    sentences: sentencesOf(fieldsOf(lines.sentences)),
    right: fieldsOf(lines.right).map(([grade, ...fields]) => ({ ...claimOf(fields), grade: grade as Grade })),
    invented: fieldsOf(lines.invented).map(claimOf),
  }
}

function fieldsOf(lines: string): string[][] {
  return lines
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
}

function sentencesOf(lines: readonly string[][]): Sentence[] {
  let end = 0
  return lines.map(([speaker, text = '']) => {
    const start = end
    end = start + text.split(' ').length * SECONDS_PER_WORD
    return { start, end, text, speaker: Number(speaker) }
  })
}

function claimOf([who, text = '', cites = '']: readonly string[]): Claim {
  return { who: [Number(who)], text, cites: cites.split(',').map((number) => Number(number) - 1) }
}
