import type { Negation } from '@doslovno/domain/language/tables.ts'

import { wordSet } from '#language/word-set.ts'

export const negation: Negation = {
  words: wordSet('не ни нет нельзя невозможно без никто никогда ничего нету никак некому незачем'),
  restricting: wordSet('только просто'),
  modal: /^(?:мо[гж]|хо[тч]|буд|был|бы|уда|сто|получ|смог|смож|дол|нуж|над)/u,
  absence: wordSet('нет нету никто некому'),
  denying:
    /^(?:отказ|отмен|запре|отклон|перест|прекра|исключ|отсутств|невозмож|против|лиш|избежа|недостат|неуда|недовол|сорва|пределам)/u,
  nonexistence: /(?<!\p{L})(?:не (?:было|будет|бывает|осталось)|нет|нету)(?!\p{L})/u,
}
