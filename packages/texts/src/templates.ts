/** Summary templates of a new installation. */
export const templateTexts = [
  { name: 'Обычный', description: 'О чём запись, главное и тезисы' },
  { name: 'Протокол встречи', description: 'Решения, задачи, ответственные и сроки' },
  { name: 'Конспект лекции', description: 'Темы по порядку, определения и примеры' },
  { name: 'Интервью', description: 'Вопросы и ответы, яркие цитаты' },
  { name: 'Звонок с клиентом', description: 'Потребности, возражения и следующие шаги' },
] as const
