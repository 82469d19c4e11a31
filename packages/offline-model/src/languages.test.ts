import { expect, test } from 'vitest';
import { draftSummary } from './draft-summary.ts';

/** The same invented meeting: a date that is settled, three tasks, one of them refused, a refused proposal, an open question. */
const MEETINGS = {
  fr: {
    script: `
Claire Petit: Commençons par le déménagement.
Hugo Marchand: La semaine dernière, on a décidé de déménager en mai, mais le bailleur a refusé.
Inès Faure: Si on déménageait en juillet, il faudrait payer deux loyers.
Claire Petit: Je propose de fixer le déménagement au 3 juin.
Inès Faure: D'accord, ça me va.
Claire Petit: Très bien, c'est décidé, le déménagement aura lieu le 3 juin.
Hugo Marchand: Je vais envoyer une demande au transporteur avant vendredi.
Claire Petit: Inès, peux-tu commander les nouvelles clés ?
Inès Faure: Bien sûr, je m'en occupe.
Claire Petit: Quelqu'un doit mettre à jour l'adresse sur le site.
Hugo Marchand: Je m'en charge.
Inès Faure: Gardons le contrat avec le traiteur actuel.
Hugo Marchand: Non, surtout pas. La nourriture était mauvaise.
Claire Petit: Qui paie les boissons pour les visiteurs ?
Inès Faure: Je ne sais pas, il faut vérifier.
Claire Petit: Hugo, tu peux rédiger le compte rendu ?
Hugo Marchand: Désolé, je suis en congé cet après-midi.
Claire Petit: On garde deux jours de bureau par semaine.
Hugo Marchand: Parfait.`,
    decisions: [
      "C'est décidé, le déménagement aura lieu le 3 juin.",
      'On garde deux jours de bureau par semaine.',
    ],
    tasks: [
      ['Hugo Marchand', 'avant vendredi'],
      ['Inès Faure', null],
      ['Hugo Marchand', null],
    ],
    question: 'Qui paie les boissons pour les visiteurs?',
    overview: /^La réunion portait sur/,
  },
  es: {
    script: `
Marta Gil: Empecemos con la mudanza.
Pablo Soto: La semana pasada decidimos mudarnos en mayo, pero el dueño canceló.
Lucía Rey: Si nos mudáramos en julio, tendríamos que pagar dos alquileres.
Marta Gil: Propongo fijar la mudanza para el 3 de junio.
Lucía Rey: De acuerdo, me parece bien.
Marta Gil: Entonces queda decidido: la mudanza será el 3 de junio.
Pablo Soto: Voy a enviar la solicitud al transportista antes del viernes.
Marta Gil: Lucía, ¿puedes encargar las llaves nuevas?
Lucía Rey: Claro, yo me encargo.
Marta Gil: Alguien tiene que actualizar la dirección en la web.
Pablo Soto: Lo hago yo.
Lucía Rey: Mantengamos el contrato con el proveedor actual.
Pablo Soto: No, mejor no. La comida era mala.
Marta Gil: ¿Quién paga las bebidas de las visitas?
Lucía Rey: No lo sé, habrá que preguntar.
Marta Gil: Pablo, ¿podrías redactar el acta?
Pablo Soto: Lo siento, estoy de vacaciones esta tarde.
Marta Gil: Vamos a mantener dos días de oficina por semana.
Pablo Soto: Perfecto.`,
    decisions: [
      'Queda decidido: la mudanza será el 3 de junio.',
      'Vamos a mantener dos días de oficina por semana.',
    ],
    tasks: [
      ['Pablo Soto', 'antes del viernes'],
      ['Lucía Rey', null],
      ['Pablo Soto', null],
    ],
    question: '¿Quién paga las bebidas de las visitas?',
    overview: /^La reunión trató de/,
  },
  pt: {
    script: `
Marta Gil: Vamos começar com a mudança.
Paulo Souto: Na semana passada decidimos mudar em maio, mas o dono cancelou.
Lúcia Reis: Se a gente mudasse em julho, teríamos que pagar dois aluguéis.
Marta Gil: Proponho marcar a mudança para 3 de junho.
Lúcia Reis: De acordo, funciona para mim.
Marta Gil: Então fica decidido: a mudança será em 3 de junho.
Paulo Souto: Vou enviar o pedido à transportadora até sexta-feira.
Marta Gil: Lúcia, você pode encomendar as chaves novas?
Lúcia Reis: Claro, deixa comigo.
Marta Gil: Alguém precisa atualizar o endereço no site.
Paulo Souto: Eu faço isso.
Lúcia Reis: Vamos manter o contrato com o fornecedor atual.
Paulo Souto: Não, melhor não. A comida era ruim.
Marta Gil: Quem paga as bebidas das visitas?
Lúcia Reis: Não sei, temos que perguntar.
Marta Gil: Paulo, você pode redigir a ata?
Paulo Souto: Infelizmente não, estou de férias esta tarde.
Marta Gil: Vamos manter dois dias de escritório por semana.
Paulo Souto: Perfeito.`,
    decisions: [
      'Fica decidido: a mudança será em 3 de junho.',
      'Vamos manter dois dias de escritório por semana.',
    ],
    tasks: [
      ['Paulo Souto', 'até sexta-feira'],
      ['Lúcia Reis', null],
      ['Paulo Souto', null],
    ],
    question: 'Quem paga as bebidas das visitas?',
    overview: /^A reunião tratou de/,
  },
  ru: {
    script: `
Анна Белова: Начнём с переезда.
Олег Громов: На прошлой неделе мы решили переехать в мае, но хозяин отказал.
Вера Зимина: Если бы мы переехали в июле, пришлось бы платить двойную аренду.
Анна Белова: Предлагаю назначить переезд на 3 июня.
Вера Зимина: Согласна, мне подходит.
Анна Белова: Хорошо, решено: переезд будет 3 июня.
Олег Громов: Я отправлю заявку перевозчику до пятницы.
Анна Белова: Вера, можешь заказать новые ключи?
Вера Зимина: Да, сделаю.
Анна Белова: Кто-то должен обновить адрес на сайте.
Олег Громов: Я сделаю это.
Вера Зимина: Давайте оставим договор с поставщиком.
Олег Громов: Нет, лучше не надо. Еда была плохая.
Анна Белова: Кто платит за напитки для гостей?
Вера Зимина: Не знаю, надо будет уточнить.
Анна Белова: Олег, можешь написать протокол?
Олег Громов: К сожалению, я в отпуске.
Анна Белова: Мы оставляем два дня в офисе в неделю.
Олег Громов: Отлично.`,
    decisions: ['Решено: переезд будет 3 июня.', 'Мы оставляем два дня в офисе в неделю.'],
    tasks: [
      ['Олег Громов', 'до пятницы'],
      ['Вера Зимина', null],
      ['Олег Громов', null],
    ],
    question: 'Кто платит за напитки для гостей?',
    overview: /^Темы встречи/,
  },
};

test.each(Object.entries(MEETINGS))(
  'a meeting in %s is understood and told in its language',
  (language, expected) => {
    const lines = expected.script
      .trim()
      .split('\n')
      .map((row, at) => {
        const [speaker, ...rest] = row.split(': ');
        return { number: at + 1, speaker: speaker ?? null, text: rest.join(': ') };
      });
    const draft = draftSummary({ title: null, participants: [], language: null, lines });
    expect(draft.language).toBe(language);
    expect(draft.decisions.map(({ text }) => text)).toEqual(expected.decisions);
    expect(draft.actionItems.map(({ owner, due }) => [owner.name, due?.phrase ?? null])).toEqual(
      expected.tasks,
    );
    expect(draft.openQuestions.map(({ text }) => text)).toEqual([expected.question]);
    expect(draft.overview).toMatch(expected.overview);
  },
);
