import {
  following,
  leading,
  opening,
  phrase,
  removable,
  run,
  stemByPrefix,
  wordSet,
  type LanguageCues,
} from './language-cues.ts';
import { neutral } from './neutral.ts';
import { PORTUGUESE_NUMBERS } from './number-words.ts';

const month = '(?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)';
const day = '(?:segunda|terça|quarta|quinta|sexta|sábado|domingo)(?:-feira)?';
const date = `(?:\\d{1,2} de ${month}(?: de \\d{4})?|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?)`;
const period = '(?:semana|mês|trimestre|ano|sprint|reunião)';
const infinitive = '(?= \\p{L}+(?:[aeio]r)(?!\\p{L}))';
const gap = '(?: (?:também|me|te|o|a|os|as|lhe|nos|se|por favor|já|depois|hoje|amanhã))*';
const presentTask =
  '(?:envio|mando|preparo|escrevo|redijo|reviso|ligo|contato|contacto|organizo|reservo|atualizo|faço|termino|compartilho|partilho|publico|peço|planejo|corrijo|encarrego|cuido|enviarei|mandarei|prepararei|escreverei|farei|ligarei|falarei)';

const stem = stemByPrefix(7);

/** Portuguese of both sides of the Atlantic: what can be told from set phrases. */
export const portuguese: LanguageCues = {
  ...neutral,
  language: 'pt',
  stopwords: wordSet(`
    a à ah aí ainda algo alguém alguma algumas alguns algum ali antes ao aos aquela aquele aquilo aqui as às assim até bem bom boa boas bons cada com como contra coisa coisas da daquele das de dela dele deles depois desde dessa desse desta deste
    deve dia dias disse dizer do dois dos duas e é ela elas ele eles em então entre era eram essa essas esse esses esta está estamos estão estar estava este estes estou eu fazer faz fez foi foram ficar gente há hoje isso isto já lá lhe logo mais mas
    me melhor menos mesma mesmo meu meus minha minhas muita muitas muito muitos na nada não nas nem nenhum nenhuma ninguém no nos nós nossa nossas nosso nossos num numa nunca o obrigado obrigada ok olá onde ontem os ou outra outras outro outros para
    parece pela pelas pelo pelos perfeito pode podem podemos poder por porque pouco pra precisa precisamos primeiro próxima próximo qual quais qualquer quando quanto quantos quantas quase que quê quem quer quero se seja sem sempre sendo ser será seu seus só sobre sim
    somos são sua suas também talvez tanto tão te tem têm temos tempo tenho ter teu teve tinha toda todas todo todos três tu tudo um uma umas uns vai vamos vão vez vezes você vocês vou semana mês segunda terça quarta quinta sexta sábado domingo
    feira acordo certo claro exato tá né amanhã manhã tarde noite
  `),
  stem,
  numberWords: PORTUGUESE_NUMBERS,
  noTitle: new Set(
    [
      ...wordSet(`
    ouvem ouvir manter marcar decidido decidir decidimos deixar enviar explicar falar começar encomendar ligar pagar paga passada passar pensar colocar proponho ficar fica redigir revisar seguir tomar usar mudar atualizar
  `),
    ].map(stem),
  ),
  fillers: removable`é+h|ahn+|hum+|tipo assim|né`,
  leadIns: run`e|mas|então|bom|bem|sim|ok|okay|tá|certo|claro|muito bem|perfeito|pois|aí|depois|ah`,
  salient: phrase`decid\p{L}+|decisão|acord\p{L}+|importante\p{L}*|objetivo|problema|risco|orçamento|prazo|propost\p{L}+|proponho|resultado|é preciso|plano|projeto|conclusão`,
  agenda:
    /(?<!\p{L})(?:passemos (?:ao|à|aos|às|a|para)|vamos (?:passar|falar|começar) (?:ao|à|para o|para a|com o|com a|pelo|pela|sobre o|sobre a|sobre|do|da)|(?:o )?(?:próximo|primeiro|último) (?:ponto|tema|assunto|tópico)(?: é)?,?:?)(?: (?<title>[^.?!;:,]{3,60}))?/iu,
  determiners: /^(?:o|a|os|as|um|uma|nosso|nossa) /iu,
  agreementStart: opening`sim|ok|okay|tá bom|de acordo|perfeito|claro|muito bem|com certeza|combinado|ótimo|exato|exatamente|sem problemas?|concordo|boa ideia|pode ser|certo|beleza|fechado|deixa comigo|está bem`,
  confirmation: phrase`de acordo|combinado|fechado|concordo|(?:fica|está|ficou) (?:decidido|acordado|combinado|aprovado)|vamos fazer (?:isso|assim)|boa ideia|aprovado|sou a favor|sem objeções|funciona para mim`,
  refusalStart: opening`não(?!,? (?:há problema|tem problema|se preocupe))|não posso|acho que não|melhor não|desculpe?|infelizmente|impossível|sou contra|eu não|espera|de jeito nenhum|prefiro não`,
  reversal: phrase`melhor não|esque(?:ça|ce|çam)(?: isso)?|deixa (?:pra lá|para lá|isso)|no fim(?: das contas)?,? não|afinal não|mudança de planos?|retiro o que disse|não (?:é preciso|precisa)|cancelamos isso|não vamos fazer isso`,
  replacement:
    /^(?:(?:não|espera|ah|bom)[,.]? )*(?:melhor|pensando bem|na verdade|afinal|correção)(?!\p{L})|(?<!\p{L})(?:em vez disso|no lugar disso)(?!\p{L})/iu,
  negatedCourse: phrase`melhor não|esque(?:ça|ce|çam)|deixa (?:pra lá|para lá)|afinal não|não (?:é preciso|precisa)|não vamos fazer isso`,
  politeCondition: phrase`se (?:puder|puderes|quiser|quiseres|possível|for possível|ninguém se opõe|ninguém se opuser|não houver objeções|todos concordarem|todos concordam|for preciso)`,
  hypothetical: phrase`se|imaginemos|suponhamos|caso|seria|poderia|poderíamos|haveria|teríamos|faríamos|teria|em teoria|por exemplo|tomara|fosse|tivéssemos`,
  tentative: phrase`talvez|quem sabe|pode ser que|não sei|não tenho certeza|poderíamos|provavelmente`,
  pastTime: phrase`(?:na |a |no |o )?(?:semana|mês|ano|reunião|trimestre) (?:passad[oa]|anterior)|ontem|há (?:\d+|um|uma|dois|duas|três|alguns|algumas) \p{L}+ ?(?:atrás)?|anteriormente|na época|da última vez|em (?:19|20)\d\d`,
  reportedSpeech: phrase`(?:disse|disseram|dissemos|prometeu|comentou|contou|queria|queríamos|ia|íamos|pensava)|(?:eles|elas|ela|ele|o cliente|a diretoria|a direção) (?:decidiram|decidiu|escolheu)|(?:tinha|tinham|tínhamos|havia|havíamos) (?:decidido|combinado)`,
  decisions: [
    {
      pattern: phrase`(?:fica|ficou|está) (?:decidido|acordado|combinado|aprovado)|a decisão é|decisão:|(?:vamos decidir|decidamos)(?: (?:isso|isto|o seguinte|assim))?:|foi decidido que|concordamos (?:em|que)`,
      weight: 3,
    },
    {
      pattern: phrase`(?:decidimos|acordamos|escolhemos|aprovamos|combinamos)|a gente decidiu`,
      weight: 3,
      past: true,
    },
    {
      pattern: phrase`(?:vamos|a gente vai) (?:usar|manter|lançar|adiar|cancelar|ficar com|escolher|deixar|mudar|contratar|utilizar|seguir|adotar|publicar|mover|ficar)|(?:ficamos com|mantemos|usamos|adiamos|cancelamos|lançamos|seguimos com|adotamos|mudamos)`,
      weight: 2,
    },
    { pattern: phrase`(?:proponho|sugiro)|(?:deveríamos|poderíamos)|que tal|por que não`, weight: 1 },
    { pattern: phrase`definitivamente|em vez de|ao invés de|a partir de agora`, weight: 0.6 },
  ],
  procedural: phrase`(?:vamos deixar|deixamos|deixemos|vamos manter|mantemos)(?: (?:isso|isto|a questão|o assunto|esse ponto|este ponto))?(?: \p{L}+){0,3} (?:em aberto|pendente|breve|curto|para (?:depois|a próxima))|(?:vamos )?(?:manter|mantemos) (?:a|esta) reunião (?:breve|curta)|(?:vamos|sejamos) (?:ser )?(?:breves|rápidos)|vamos (?:avançar|seguir em frente|discutir|voltar|retomar|tomar um café|fazer um intervalo|parar)|(?:voltamos|voltaremos) (?:a|ao)|(?:discutimos|falamos|conversamos|vemos|discutiremos|falaremos) (?:isso|isto|disso|sobre isso)|avancemos|continuemos|vamos (?:começar|falar|ver|passar|continuar|encerrar|fazer uma pausa|fazer uma rodada)|começamos|passemos|a gente se vê|terminamos`,
  undecided: phrase`(?:não|sem|por|ainda não)(?: se| foi| está)? (?:decidimos|decidido|decidir)|(?:temos|precisamos|vamos|é preciso)(?: de| que)? decidir(?!(?: (?:isso|isto|o seguinte|assim))?:)|decidiremos|depois a gente vê|adiar a decisão`,
  tasks: [
    {
      pattern: leading`(?:eu )?(?:vou|posso|tenho que|tenho de|preciso|devo)${gap}${infinitive}|(?:eu )?(?:me |te |lhe |o |a )*${presentTask}`,
      bearer: 'speaker',
      weight: 2,
    },
    {
      pattern: leading`(?:(?:você |tu )?(?:pode|podes|poderia|podia|consegue)|vocês podem)${gap}${infinitive}`,
      bearer: 'addressee',
      weight: 2,
    },
    {
      pattern: leading`(?:você |tu )(?:precisa|tem que|tem de|deve|tens de)${gap}${infinitive}|por favor`,
      bearer: 'addressee',
      weight: 1.5,
    },
    {
      pattern: leading`alguém (?:tem que|tem de|precisa|deve|deveria|pode|poderia)${gap}${infinitive}|quem (?:pode|vai|cuida|poderia)`,
      bearer: 'nobody',
      weight: 1.6,
    },
    {
      pattern: leading`(?:temos que|temos de|precisamos|devemos|é preciso)${gap}${infinitive}`,
      bearer: 'group',
      weight: 1.1,
    },
  ],
  taskVerbs: /./u,
  noTask: opening`dizer|ver|pensar|ser|estar|começar|falar|explicar|repetir|comentar|não`,
  takesOn: opening`(?:(?:sim|ok|claro|tá bom|certo|sem problemas?|perfeito)[,.!]? )*(?:deixa comigo|eu (?:cuido|faço|fico com|trato)(?: (?:disso|isso))?|(?:posso|vou) fazer(?: isso)?|fica comigo|me encarrego disso|encarrego-me disso)`,
  afterName: following`(?: vai| tem que| tem de| precisa| deve| deveria| pode| poderia|,? (?:você )?(?:pode|podes|poderia|consegue))${gap}${infinitive}|,? por favor|(?= (?:cuida|enviará|prepara|prepará|escreve|revisa|liga|organiza|faz|manda|envia) )`,
  taskMarker: opening`ação(?: para [\p{L} ]{2,30})?:|tarefa(?: para [\p{L} ]{2,30})?:|pendente:|próximos passos:`,
  teamTask: leading`(?<team>(?:a equipe|a equipa|o departamento|o time|marketing|vendas|suporte|financeiro|o jurídico|todos)(?: de \p{L}+)?) (?:vai|vão|tem que|têm que|precisa|precisam|deve|devem)${gap}${infinitive}`,
  pronounTask: leading`(?:ela|ele) (?:vai|tem que|tem de|precisa|deve)${gap}${infinitive}|(?:mas|e|ela|ele)(?: nos| lhe)? (?:enviará|mandará|preparará|fará|escreverá|revisará|ligará)`,
  away: / (?:não está|está (?:de férias|doente|fora|ausente|de licença)|não pôde vir)/iu,
  due: phrase`
    (?:até|antes d[oea]|para|o mais tardar|no máximo até)(?: o| a| à| ao)? (?:próxim[oa] )?(?:${day}(?: que vem)?|dia \d{1,2}|${date}|amanhã|próxim[oa] ${period}|${period} que vem|(?:o )?(?:fim|final) d[oae] (?:${period}|dia|${month})|fim de semana|lançamento|meio-dia)
    (?:na |no |n)?(?:próxima |próximo )?${day}(?: de manhã| à tarde| que vem)?|(?:em|no dia) ${date}|no dia \d{1,2}|amanhã(?: de manhã| à tarde| cedo)?|depois de amanhã|hoje(?: mesmo| à tarde)?|esta (?:semana|tarde|noite)|essa semana|(?:na |a )?próxim[oa] ${period}|(?:na |a )?${period} que vem|em (?:\d+|um|uma|dois|duas|três|quatro) (?:dias?|semanas?|meses|horas?)|(?:no )?(?:fim|final) d[oae] (?:${period}|dia)|o quanto antes|o mais rápido possível
  `,
  noPerson: wordSet(
    'eu tu ele ela nós eles elas você vocês isso isto o a os as um uma segunda terça quarta quinta sexta sábado domingo amanhã hoje quem que marketing vendas suporte financeiro',
  ),
  questionStart: phrase`quem|que|o que|quando|onde|como|por que|porquê|qual|quais|quant[oa]s?|(?:devemos|podemos|temos|há|vamos|é|está|dá para)`,
  smallTalk: phrase`me (?:ouvem|ouve|escutam)|estão todos|tudo bem|alguma (?:pergunta|dúvida)|mais alguma coisa|de acordo\?|começamos|né\?|certo\?|o que (?:acham|vocês acham)`,
  unresolved: phrase`não (?:sei|sabemos)|não faço ideia|não (?:está|é|tenho) (?:claro|certeza|decidido)|boa pergunta|depende|(?:temos|tenho|vamos|precisamos|vou|teremos)(?: ter)?(?: que| de)? (?:ver|perguntar|verificar|descobrir|checar|confirmar)|ainda não`,
  openStatement: phrase`(?:questão|pergunta) (?:em aberto|aberta)|(?:fica|está|continua) (?:em aberto|pendente|por (?:decidir|definir))|(?:ainda )?não sabemos (?:se|quem|quando|como|onde|qual|quanto)|ainda não (?:está claro|decidimos)|falta (?:decidir|definir|esclarecer)`,
  groupName: 'equipe',
  overview: {
    quote: ['“', '”'],
    and: 'e',
    about: (subjects) => `A reunião tratou de: ${subjects}.`,
    discussed: (place, subjects, leader) => {
      const start = { first: 'Primeiro ', middle: 'Depois ', last: 'Por fim, ', only: 'Aqui ' }[place];
      return leader === null
        ? `${start}falou-se de: ${subjects}.`
        : `${start}${leader} falou de: ${subjects}.`;
    },
  },
};
