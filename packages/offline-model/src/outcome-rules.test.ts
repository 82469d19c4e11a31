import { expect, test } from 'vitest';
import { draftSummary } from './draft-summary.ts';
import type { SummaryDraft } from './summary-draft.ts';

const YES: Record<string, string> = {
  en: 'Agreed.',
  de: 'Einverstanden.',
  fr: "D'accord.",
  es: 'De acuerdo.',
  pt: 'De acordo.',
  ru: 'Согласен.',
};

function draftOf(language: string, texts: readonly string[]): SummaryDraft {
  const lines = texts.map((text, at) => ({ number: at + 1, speaker: ['Ana', 'Ben'][at % 2] ?? null, text }));
  return draftSummary({ title: null, participants: [], language, lines });
}

const PROCESS: Record<string, readonly string[]> = {
  en: [
    "Let's leave that open for now.",
    "Let's keep it open until then.",
    "Morning all, let's keep it quick today, there is fire alarm testing at quarter past.",
    "Let's start with the budget.",
    "Let's move on to the printers.",
    "Let's come back to it next week.",
    "We'll take a five minute break.",
    "We'll discuss that next time.",
    "Let's park this for now.",
  ],
  de: [
    'Lassen wir das erst mal offen.',
    'Wir lassen die Frage bis Mai offen.',
    'Halten wir es kurz.',
    'Darauf kommen wir später zurück.',
    'Wir machen zehn Minuten Pause.',
    'Besprechen wir das beim nächsten Mal.',
    'Machen wir weiter mit den Druckern.',
    'Lasst uns mit dem Budget anfangen.',
  ],
  fr: [
    "Laissons ça ouvert pour l'instant.",
    'On laisse la question ouverte.',
    "Faisons court aujourd'hui.",
    'On fait une pause de dix minutes.',
    'On y reviendra la semaine prochaine.',
    'On en reparle la prochaine fois.',
    'Passons aux imprimantes.',
    'Commençons par le budget.',
  ],
  es: [
    'Dejémoslo abierto por ahora.',
    'Dejamos la pregunta abierta por ahora.',
    'Mantengámoslo breve hoy.',
    'Hagamos una pausa.',
    'Volvamos a eso más tarde.',
    'Lo hablamos la próxima vez.',
    'Sigamos adelante.',
    'Empecemos con el presupuesto.',
  ],
  pt: [
    'Vamos deixar isso em aberto por enquanto.',
    'Deixamos a questão em aberto.',
    'Vamos manter a reunião curta.',
    'Vamos fazer uma pausa.',
    'Vamos voltar a isso depois.',
    'Falamos disso na próxima vez.',
    'Vamos seguir em frente.',
    'Vamos começar com o orçamento.',
  ],
  ru: [
    'Давайте пока оставим это открытым.',
    'Оставим вопрос открытым до понедельника.',
    'Давайте сегодня коротко.',
    'Давайте сделаем небольшой перерыв.',
    'Вернёмся к этому позже.',
    'Обсудим это в следующий раз.',
    'Перейдём к принтерам.',
    'Давайте начнём с бюджета.',
  ],
};

test.each(Object.entries(PROCESS).flatMap(([language, texts]) => texts.map((text) => [language, text])))(
  'talk about the meeting itself is no decision and no task (%s): %s',
  (language, text) => {
    expect(draftOf(language, [text, YES[language] ?? ''])).toMatchObject({ decisions: [], actionItems: [] });
  },
);

test('what is left open is an open question when it is named', () => {
  const draft = draftOf('en', ["Let's leave the question of the weekend rota open until March.", 'Okay.']);
  expect(draft.decisions).toEqual([]);
  expect(draft.openQuestions).toHaveLength(1);
});

test.each([
  ['en', "Then let's decide that: the gate code moves to the top of the arrival screen."],
  ['en', "Let's keep the registration open until Friday."],
  ['de', 'Dann beschließen wir das so: Der Code steht oben auf der Seite.'],
  ['fr', 'Décidons ça : le code passe en haut de la page.'],
  ['es', 'Decidamos esto: el código va arriba de la página.'],
  ['pt', 'Vamos decidir isso: o código vai para o topo da página.'],
  ['ru', 'Давайте решим так: код переносим наверх страницы.'],
])('a decision that is announced as one is one (%s): %s', (language, text) => {
  expect(draftOf(language, [text]).decisions).toHaveLength(1);
});

test.each([
  ['en', 'Who can take care of the internet connection?', "I'll do it."],
  ['de', 'Wer kümmert sich um den Internetanschluss?', 'Das mache ich.'],
  ['fr', "Qui s'occupe de la connexion internet?", "Je m'en occupe."],
  ['es', '¿Quién se encarga de la conexión a internet?', 'Yo me encargo.'],
  ['pt', 'Quem cuida da conexão de internet no escritório?', 'Deixa comigo.'],
  ['ru', 'Кто займётся подключением интернета в офисе?', 'Я сделаю это.'],
])('"Who …?" is open until someone takes it on (%s)', (language, question, acceptance) => {
  const unclaimed = draftOf(language, [question]);
  expect(unclaimed.actionItems).toEqual([]);
  expect(unclaimed.openQuestions.map(({ text }) => text)).toEqual([question]);
  const claimed = draftOf(language, [question, acceptance]);
  expect(claimed.openQuestions).toEqual([]);
  expect(claimed.actionItems.map(({ owner }) => owner.name)).toEqual(['Ben']);
});

test('a request that is put to nobody and that nobody answers is no task, one to someone by name is', () => {
  const chat = [
    'The printer is broken again.',
    'Can you send the invoice to the landlord?',
    'It rained.',
    'It did.',
  ];
  const three = draftOf('en', chat);
  expect(three.actionItems).toEqual([]);
  expect(
    draftOf('en', [...chat.slice(0, 1), 'Ana, can you send the invoice to the landlord?']).actionItems,
  ).toMatchObject([{ owner: { name: 'Ana' } }]);
});

const PARTS = 'rotor pump valve sensor gearbox filter bearing belt motor coupling'.split(' ');

const NUMBERS = 'two three four seven ten eleven twelve thirteen thirty thirty-one'.split(' ');

/** 3,000 lines of small talk with a decision and a task in each tenth. */
function longMeeting(part: (tenth: number) => string): string[] {
  return Array.from({ length: 3_000 }, (_none, at) => {
    const tenth = Math.floor(at / 300);
    if (at % 300 === 137) return `We decided to replace the ${part(tenth)} this year.`;
    if (at % 300 === 211) return `I will check the ${part(tenth)} by Friday.`;
    return `The reading of station ${at} in hall ${at % 17} looked normal, and the crew noted nothing.`;
  });
}

test.each([
  ['the thing', (tenth: number) => PARTS[tenth] ?? ''],
  ['the number', (tenth: number) => `rotor number ${50 + tenth}`],
  ['the number in words', (tenth: number) => `rotor number ${NUMBERS[tenth]}`],
  ['the letter', (tenth: number) => `rotor ${'BCDEFGHJKL'[tenth]}`],
])('decisions and tasks that differ in %s alone are all found in a long meeting', (_name, part) => {
  const texts = longMeeting(part);
  const draft = draftOf('en', texts);
  const planted = (start: string) => texts.filter((text) => text.startsWith(start));
  expect(draft.decisions.map(({ text }) => text)).toEqual(planted('We decided'));
  expect(draft.actionItems.map(({ text }) => text)).toEqual(planted('I will check'));
}); // prettier-ignore

test('what is said again is one decision, also told in short', () => {
  const draft = draftOf('en', [
    'We decided to move the warehouse from Leeds to the harbour of Hull in March.',
    'The rent there is lower, and the lorries find it easily.',
    'So we decided to move the warehouse to the harbour of Hull.',
    'We decided to move the warehouse from Leeds to the harbour of Hull in March.',
  ]);
  expect(draft.decisions).toHaveLength(1);
});

test('no decision that is put as one is cut from a long meeting', () => {
  const texts = Array.from({ length: 400 }, (_none, at) =>
    at % 8 === 3
      ? `We agreed to repair hall ${at} next year.`
      : `The weather in region ${at} was mild and dry.`,
  );
  expect(draftOf('en', texts).decisions).toHaveLength(50);
});

test('an overview is one paragraph of ours and a paragraph for each quotation, and reads as one line as well', () => {
  const texts = longMeeting((tenth) => PARTS[tenth] ?? '').slice(0, 900);
  const [framing, ...quotations] = draftOf('en', texts).overview.split('\n\n');
  expect(framing).toMatch(/^The meeting was about [^\n]*\.$/);
  expect(quotations.length).toBeGreaterThan(0);
  for (const quotation of quotations) expect(quotation).toMatch(/^(?:Ana|Ben): “[^\n]+[.!?…]”$/);
});

test('no title is made of a numeral, a participle or a word said once', () => {
  const { topics } = draftOf('en', [
    'The invoice for thirty-one percent was blocked, thirty-one percent.',
    'The invoice was blocked again by the harbour master.',
    'The harbour master blocked thirty-one percent of it.',
  ]);
  expect(topics.map(({ title }) => title)).toEqual(['Harbour master, invoice']);
});
