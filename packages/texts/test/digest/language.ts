/// <reference types="node" />
import { readFileSync } from 'node:fs'

import { readWordList } from '@doslovno/domain/vocabulary/word-list.ts'

import { russianDigestTables } from '#language/digest.ts'
import { russian } from '#test/russian.ts'

const words = readWordList(readFileSync(new URL('../../../words/russian.bin', import.meta.url)))

/** Russian for the engine without a model, with the stemmer and the words of the server. */
export const russianDigest = { ...russian, ...russianDigestTables, isKnown: words.isKnown }
