const people = ['Директор', 'Бухгалтер', 'Инженер', 'Юрист', 'Логист', 'Дизайнер', 'Аналитик']
const deeds = ['согласовал', 'подготовил', 'проверил', 'отправил', 'пересчитал', 'утвердил']
const things = ['договор аренды', 'смету ремонта', 'план закупок', 'график отпусков', 'отчёт склада', 'проект моста']
const places = ['в Казани', 'в Перми', 'в Туле', 'в Омске', 'в Самаре']

const at = (list: readonly string[], index: number) => list[index % list.length] ?? ''

/** Sentences that differ from each other, ten seconds each: 90 of them are a quarter of an hour. */
export function speech(minutes: number): string[] {
  return Array.from({ length: minutes * 6 }, (_, n) => {
    const words = [at(people, n), at(deeds, n + Math.floor(n / 7)), at(things, n + Math.floor(n / 6))]
    return `${words.join(' ')} номер ${100 + n} ${at(places, n)}.`
  })
}

/** About 52,000 characters an hour, as people speak. */
export function denseSpeech(hours: number): string[] {
  const sentences = speech(hours * 60 * 3)
  return Array.from({ length: hours * 360 }, (_, n) => sentences.slice(n * 3, n * 3 + 3).join(' '))
}
