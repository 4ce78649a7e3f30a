import type { SummarySection, TemplateCode } from '@doslovno/domain/summary/types.ts'

/** `task` takes the number of statements that suits the length. */
export type Template = { keys: readonly SummarySection[]; task: (statements: number) => string }

/** Every template replaces the first sentence of the summary's prompt; empty sections are not shown. */
export const templates: Record<TemplateCode, Template> = {
  standard: {
    keys: ['main'],
    task: (statements) => `Перескажи запись за ${statements} утверждений: сначала главное, затем остальное по порядку.`,
  },
  minutes: {
    keys: ['agenda', 'decisions', 'tasks', 'open'],
    task: () =>
      'Составь протокол: вопросы, которые обсуждали; принятые решения; поручения; что осталось открытым. Решение — только то, с чем согласились вслух («решили», «делаем», «договорились»); остальное — в открытые вопросы. Поручение: что сделать, кто назван исполнителем, срок словами записи. Исполнитель или срок не названы — так и оставь, не подбирай.',
  },
  lecture: {
    keys: ['topic', 'terms', 'points', 'examples', 'questions'],
    task: () =>
      'Составь конспект: тема; определения словами лектора; основные положения по порядку; примеры и числа; вопросы из зала и ответы. Не добавляй сведений, которых лектор не называл, даже если они верны.',
  },
  interview: {
    keys: ['guest', 'answers', 'quotes'],
    task: () =>
      'Сделай выжимку интервью: кто гость и чем известен по словам участников; вопрос — суть ответа парами; три–пять самых сильных мыслей гостя его словами. Мысли ведущего не приписывай гостю.',
  },
  call: {
    keys: ['need', 'problem', 'objections', 'agreed', 'next', 'facts'],
    task: () =>
      'Разбери звонок: с чем обратились; что пошло не так; возражения и ответы на них; о чём договорились; следующие шаги с датой и исполнителем; названные суммы, номера, адреса. Настроение описывай только словами самого клиента.',
  },
}
