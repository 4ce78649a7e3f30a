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
export function compoundValue(word: string): number | null {
  const counts = COMPOUND.exec(word)?.[1]
  if (!counts) return null
  return [...counts.matchAll(new RegExp(COUNT, 'gu'))].reduce((sum, [count]) => sum + (COUNTS[count] ?? 0), 0)
}
