import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

/** Rules of the language and speech of others: they name words that the product does not say. */
const NOT_OURS = /^language\/|^summaries\/(simulated-)?model\.ts$|\.test\.ts$/
const COMMENT = /^\s*(\/\/|\/\*|\*)/
const FORMAL = /(?<![а-яё])(вы|вас|вам|вами|ваш[а-яё]*|(?!сайте)[а-яё]+([иь]|[аеоуыэюя]й)те(сь)?)(?![а-яё])/giu

/** Texts of the sources, shown to the letter. */
const THEIRS = [
  'Примите оферту и политику конфиденциальности',
  'Для оплаты привяжите e-mail к аккаунту',
  'Не удалось сменить тариф. Обратитесь в поддержку',
  'Введите числовое значение',
]

const said = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !NOT_OURS.test(file))
  .flatMap((file) => readFileSync(join(import.meta.dirname, file), 'utf8').split('\n'))
  .filter((line) => !COMMENT.test(line))

it('addresses the user as «ты» in every text but those of the sources [APP-4]', () => {
  const formal = said.filter((line) => line.match(FORMAL))

  expect(formal.filter((line) => !THEIRS.some((text) => line.includes(text)))).toEqual([])
  expect(formal).toHaveLength(THEIRS.length)
})

it('is in Russian: «ты» is among its words [APP-4]', () => {
  expect(said.filter((line) => /(?<![а-яё])(ты|тебя|тебе)(?![а-яё])/iu.test(line)).length).toBeGreaterThan(50)
})
