import type { Numeral } from '@doslovno/domain/language/tables.ts'
import { splitWords } from '@doslovno/domain/transcript/spread-words.ts'

/** The number that a word stands for, in any case and gender. */
export function numeralOf(word: string): Numeral | null {
  const known = NUMERALS.get(word)
  if (known) return known
  const value = compoundValue(word)
  return value === null ? null : { kind: 'whole', value, isOrdinal: false }
}

const ADJECTIVE = splitWords('ый ий ой ого его ому ему ым им ом ем ая яя ую юю ые ие ых их ыми ими ое ее ей')
const THIRD = splitWords('ий ья ье ьи ьего ьей ьему ьем ьим ью ьих ьими')

/** Value and its forms per line. */
const UNITS = `
  0 ноль нуль ноля нуля нулю
  1 один одна одно одного одной одному одним одну одном
  2 два две двух двум двумя двое двоих двоим
  3 три трех трем тремя трое троих троим
  4 четыре четырех четырем четырьмя четверо четверых
  5 пять пяти пятью пятеро пятерых
  6 шесть шести шестью шестеро шестерых
  7 семь семи семеро семерых
  8 восемь восьми восемью
  9 девять девяти девятью
  10 десять десяти десятью
  11 одиннадцать одиннадцати одиннадцатью
  12 двенадцать двенадцати двенадцатью
  13 тринадцать тринадцати тринадцатью
  14 четырнадцать четырнадцати четырнадцатью
  15 пятнадцать пятнадцати пятнадцатью
  16 шестнадцать шестнадцати шестнадцатью
  17 семнадцать семнадцати семнадцатью
  18 восемнадцать восемнадцати восемнадцатью
  19 девятнадцать девятнадцати девятнадцатью`
const TENS = `
  20 двадцать двадцати двадцатью
  30 тридцать тридцати тридцатью
  40 сорок сорока
  50 пятьдесят пятидесяти пятьюдесятью
  60 шестьдесят шестидесяти шестьюдесятью
  70 семьдесят семидесяти семьюдесятью
  80 восемьдесят восьмидесяти восемьюдесятью
  90 девяносто девяноста`
const HUNDREDS = `
  100 сто ста
  200 двести двухсот двумстам двумястами двухстах
  300 триста трехсот тремстам тремястами трехстах
  400 четыреста четырехсот четыремстам четырьмястами четырехстах
  500 пятьсот пятисот пятистам пятьюстами пятистах
  600 шестьсот шестисот шестистам шестьюстами шестистах
  700 семьсот семисот семистам семьюстами семистах
  800 восемьсот восьмисот восьмистам восемьюстами восьмистах
  900 девятьсот девятисот девятистам девятьюстами девятистах`
const MULTIPLIERS = `
  1e3 тысяча тысячи тысяче тысячу тысячей тысячью тысяч тысячам тысячами тысячах тыс
  1e6 миллион миллиона миллиону миллионом миллионе миллионы миллионов миллионам миллионами миллионах млн
  1e9 миллиард миллиарда миллиарду миллиардом миллиарде миллиарды миллиардов миллиардам миллиардами миллиардах млрд
  1e12 триллион триллиона триллиону триллионом триллионе триллионы триллионов триллионам трлн`
const WHOLES = `
  0.5 половина половину половины половине половиной полгода полугода полчаса полдня полмесяца
  1.5 полтора полторы полутора полуторный полуторная полуторное
  2 вдвое дважды двукратно двукратный удвоить удвоили удвоился удвоилась удвоилось удвоились
  3 втрое трижды троекратно
  4 вчетверо четырежды
  5 впятеро
  10 десяток десятка вдесятеро
  12 дюжина дюжину дюжины
  100 сотня сотню
  500000 полмиллиона
  1500000 полуторамиллионный`
const SHARES = `
  3 треть трети третью третей
  4 четверть четверти четвертью четвертей`

const ORDINAL_UNITS = `
  1 перв
  2 втор
  4 четверт
  5 пят
  6 шест
  7 седьм
  8 восьм
  9 девят
  10 десят
  11 одиннадцат
  12 двенадцат
  13 тринадцат
  14 четырнадцат
  15 пятнадцат
  16 шестнадцат
  17 семнадцат
  18 восемнадцат
  19 девятнадцат`
const ORDINAL_TENS = `
  20 двадцат
  30 тридцат
  40 сороков
  50 пятидесят
  60 шестидесят
  70 семидесят
  80 восьмидесят
  90 девяност`
const ORDINAL_HUNDREDS = `
  100 сот
  200 двухсот
  300 трехсот
  400 четырехсот
  500 пятисот
  600 шестисот
  700 семисот
  800 восьмисот
  900 девятисот
  1000 тысячн
  2000 двухтысячн`

type Entry = readonly [string, Numeral]

const NUMERALS: ReadonlyMap<string, Numeral> = new Map([
  ...ordinals('unit', ORDINAL_UNITS, ADJECTIVE),
  ...ordinals('unit', '3 трет', THIRD),
  ...ordinals('ten', ORDINAL_TENS, ADJECTIVE),
  ...ordinals('hundred', ORDINAL_HUNDREDS, ADJECTIVE),
  ...cardinals('unit', UNITS),
  ...cardinals('ten', TENS),
  ...cardinals('hundred', HUNDREDS),
  ...cardinals('multiplier', MULTIPLIERS),
  ...cardinals('whole', WHOLES),
  ...cardinals('share', SHARES),
])

const LETTERS_OF_A_LONG_NUMERAL = 5

/** Cardinals long enough to be known when one letter is misheard. */
export const numerals: readonly string[] = [UNITS, TENS, HUNDREDS, MULTIPLIERS]
  .flatMap((table) => lines(table).flatMap(([, forms]) => forms))
  .filter((form) => form.length >= LETTERS_OF_A_LONG_NUMERAL)

function cardinals(kind: Numeral['kind'], table: string): Entry[] {
  return lines(table).flatMap(([value, forms]) => forms.map((form): Entry => [form, { kind, value, isOrdinal: false }]))
}

function ordinals(kind: Numeral['kind'], table: string, endings: readonly string[]): Entry[] {
  return lines(table).flatMap(([value, stems]) =>
    stems.flatMap((stem) => endings.map((end): Entry => [stem + end, { kind, value, isOrdinal: true }])),
  )
}

function lines(table: string): (readonly [number, string[]])[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [value, ...words] = splitWords(line)
      return [Number(value), words] as const
    })
}

const COUNTS: Readonly<Record<string, number>> = {
  полутора: 1.5,
  двух: 2,
  трех: 3,
  четырех: 4,
  пяти: 5,
  шести: 6,
  семи: 7,
  восьми: 8,
  девяти: 9,
  десяти: 10,
  одиннадцати: 11,
  двенадцати: 12,
  пятнадцати: 15,
  двадцати: 20,
  тридцати: 30,
  сорока: 40,
  пятидесяти: 50,
  шестидесяти: 60,
  семидесяти: 70,
  восьмидесяти: 80,
  девяносто: 90,
  сто: 100,
  двухсот: 200,
  трехсот: 300,
  пятисот: 500,
}
/** Longer beginnings first: «двухсот» before «двух». */
const COUNT = Object.keys(COUNTS)
  .toSorted((a, b) => b.length - a.length)
  .join('|')
const UNIT =
  'летн|летие|летия|недельн|месячн|дневн|суточн|часов|минутн|секундн|этажн|комнатн|кратн|процентн|километров|метров|тысячн|миллионн|рублев|местн|тонн'
const COMPOUND = new RegExp(`^((?:${COUNT})+)(?:${UNIT})`, 'u')

/** «Трёхлетний» counts three, «двадцатипятипроцентный» twenty-five. */
function compoundValue(word: string): number | null {
  const counts = COMPOUND.exec(word)?.[1]
  if (!counts) return null
  return [...counts.matchAll(new RegExp(COUNT, 'gu'))].reduce((sum, [count]) => sum + (COUNTS[count] ?? 0), 0)
}
