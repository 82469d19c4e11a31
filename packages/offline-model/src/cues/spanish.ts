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
import { SPANISH_NUMBERS } from './number-words.ts';

const month = '(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)';
const day = '(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)';
const date = `(?:\\d{1,2} de ${month}(?: de \\d{4})?|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|\\d{1,2})`;
const period = '(?:semana|mes|trimestre|año|sprint|reunión)';
const infinitive = '(?= [\\p{L}]+(?:[aeiáéí]r)(?:me|te|lo|la|los|las|le|les|nos|se|melo|telo)?(?!\\p{L}))';
const gap = '(?: (?:también|me|te|lo|la|los|las|le|les|nos|se|por favor|ya|luego|hoy|mañana))*';
const presentTask =
  '(?:envío|mando|preparo|escribo|redacto|reviso|llamo|contacto|organizo|reservo|actualizo|hago|termino|creo el|comparto|publico|pido|planifico|corrijo|encargo|ocupo|enviaré|mandaré|prepararé|escribiré|redactaré|revisaré|llamaré|contactaré|organizaré|reservaré|actualizaré|haré|terminaré|crearé|compartiré|publicaré|pediré|encargaré|ocuparé|hablaré|preguntaré|compraré|buscaré|traeré)';

const stem = stemByPrefix(7);

/** Spanish: what can be told from set phrases. */
export const spanish: LanguageCues = {
  ...neutral,
  language: 'es',
  stopwords: wordSet(`
    a ahí ahora al algo alguien alguna algunas alguno algunos allí antes aquel aquella aquí así aún aunque bastante bien bueno buena buenos buenas cada casi claro como cómo con contra cosa cosas creo cual cuál cuando cuándo
    cuánto cuántos cuántas da dar de decir del desde después di dice dicho día días donde dónde dos durante e el él ella ellas ellos en entonces entre era eran eres es esa esas ese eso esos esta está están estaba estamos estar
    estas este esto estos estoy fue fueron gracias gran gusta ha haber había hace hacemos hacen hacer hacia han has hasta hay he hemos hecho hola hoy igual incluso ir la las le les lo los luego más mañana me mejor menos mi mí mientras
    mis mismo misma momento mucha muchas mucho muchos muy nada nadie ni ningún ninguna no nos nosotros nuestra nuestras nuestro nuestros nunca o ok otra otras otro otros para parece pero perfecto poco podemos poder podría por porque
    primero pronto pueda puede pueden puedes puedo pues que qué quien quién quiere quiero quizá quizás sabe sabes se sé sea segundo según ser si sí sido siempre sin sino sobre solo sólo somos son soy su sus también tampoco tan tanto te
    tema tenemos tener tengo tiempo tiene tienen tienes todas todavía todo todos toda tres tu tú tus último un una unas uno unos usted ustedes va vale vamos van veces ver vez voy y ya yo semana mes lunes martes miércoles jueves viernes
    sábado domingo acuerdo verdad tarde
  `),
  stem,
  numberWords: SPANISH_NUMBERS,
  noTitle: new Set(
    [
      ...wordSet(`
    oyen oímos empecemos empezar fijar mantener mantengamos decidido decidir decidimos dejar enviar explicar hablar hablemos llamar pagar paga pasada pasar pasemos pensar poner propongo quedar queda redactar revisar seguir tomar usar
  `),
    ].map(stem),
  ),
  fillers: removable`eh+|este|mmm*|o sea|digamos`,
  leadIns: run`y|pero|pues|entonces|bueno|sí|vale|ok|okay|claro|bien|muy bien|perfecto|de acuerdo|luego|ah`,
  salient: phrase`decid\p{L}+|decisión|acord\p{L}+|importante\p{L}*|objetivo|problema|riesgo|presupuesto|plazo|propuest\p{L}+|propongo|resultado|hay que|plan|proyecto|conclusión`,
  agenda:
    /(?<!\p{L})(?:pasemos (?:al|a la|a los|a las|a)|pasamos (?:al|a la|a los|a)|empecemos (?:con|por)|hablemos (?:de|del|sobre)|(?:el )?(?:siguiente|próximo|primer|último) (?:punto|tema)(?: es)?,?:?)(?: (?<title>[^.?!;:,]{3,60}))?/iu,
  determiners: /^(?:el|la|los|las|un|una|nuestro|nuestra) /iu,
  agreementStart: opening`sí|vale|ok|okay|de acuerdo|perfecto|claro|muy bien|por supuesto|me parece(?: bien)?|genial|exacto|sin problema|estoy de acuerdo|buena idea|hecho|bien|yo me encargo|con gusto`,
  confirmation: phrase`de acuerdo|me parece (?:bien|perfecto)|(?:queda|está) (?:decidido|acordado|aprobado)|hagámoslo|hagamos eso|buena idea|aprobado|trato hecho|estoy a favor|sin objeciones`,
  refusalStart: opening`no(?!,? (?:hay problema|te preocupes|pasa nada))|no puedo|no creo|mejor no|lo siento|lamentablemente|desgraciadamente|imposible|estoy en contra|yo no|espera|para nada|ni hablar`,
  reversal: phrase`mejor no|olvíd(?:alo|enlo|ate|emos)|olvidémoslo|no,? (?:al final|mejor) no|al final no|cambio de planes?|retiro lo dicho|no hace falta|déjalo|dejémoslo(?! (?:\p{L}+ ){0,3}(?:abierto|pendiente|para|breve|corto))|lo cancelamos|no lo hagamos`,
  replacement:
    /^(?:(?:no|espera|ah|bueno)[,.]? )*(?:mejor|pensándolo bien|en realidad|al final|corrección)(?!\p{L})|(?<!\p{L})(?:en su lugar|en vez de eso)(?!\p{L})/iu,
  negatedCourse: phrase`mejor no|olvíd(?:alo|enlo|ate|emos)|olvidémoslo|al final no|no hace falta|no lo hagamos`,
  politeCondition: phrase`si (?:puedes|quieres|pueden|quieren|te parece|les parece|es posible|nadie se opone|no hay objeciones|todos están de acuerdo|hace falta)`,
  hypothetical: phrase`si|imaginemos|supongamos|en caso de|sería|podría|podríamos|habría|tendríamos|haríamos|tendría|en teoría|por ejemplo|ojalá|fuera|tuviéramos`,
  tentative: phrase`quizás?|tal vez|a lo mejor|puede que|no sé|no estoy seguro|podríamos|probablemente`,
  pastTime: phrase`(?:la semana|el mes|el año|la reunión|el trimestre) (?:pasad[oa]|anterior)|ayer|hace (?:\d+|un|una|dos|tres|unos|unas) \p{L}+|anteriormente|en su momento|la última vez|en (?:19|20)\d\d`,
  reportedSpeech: phrase`(?:dijo|dijeron|dije|dijimos|prometió|comentó|contó|quería|queríamos|iba a|íbamos a|pensaba)|(?:ellos|ella|él|el cliente|la dirección) (?:han |ha )?(?:decidido|decidieron|decidió)|(?:había|habían|habíamos) (?:decidido|acordado)`,
  decisions: [
    {
      pattern: phrase`(?:hemos|se ha|queda) (?:decidido|acordado|aprobado|elegido)|(?:está|queda) (?:decidido|acordado|aprobado)|la decisión (?:es|está)|decisión:|(?:decidamos|decidimos|acordemos|decidámos?lo)(?: (?:esto|eso|lo siguiente|así))?:|acordamos que|decidimos que`,
      weight: 3,
    },
    { pattern: phrase`(?:decidimos|acordamos|elegimos|aprobamos)`, weight: 3, past: true },
    {
      pattern: phrase`vamos a (?:usar|mantener|lanzar|aplazar|cancelar|quedarnos|elegir|dejar|cambiar|posponer|contratar|utilizar|empezar|seguir|adoptar|publicar|mover)|(?:usemos|usamos|mantengamos|mantenemos|lancemos|lanzamos|aplacemos|aplazamos|cancelemos|cancelamos|quedémonos|nos quedamos|elijamos|dejemos|dejamos|pospongamos|posponemos|contratemos|movamos|movemos|cambiemos|sigamos|seguimos con|adoptemos|adoptamos|publicamos)`,
      weight: 2,
    },
    {
      pattern: phrase`(?:propongo|sugiero)|(?:deberíamos|podríamos)|qué (?:tal|les parece|os parece) si|por qué no`,
      weight: 1,
    },
    { pattern: phrase`definitivamente|en lugar de|en vez de|a partir de ahora|desde ahora`, weight: 0.6 },
  ],
  procedural: phrase`pas(?:emos|amos) (?:a|al)|(?:empecemos|empezamos|comencemos|comenzamos)|hablemos|veamos|vamos a (?:ver|hablar|empezar|comenzar|pasar)|(?:hagamos|hacemos|vamos a hacer|tomemos|tomamos) (?:una (?:breve )?pausa|una ronda|un (?:breve )?(?:descanso|receso))|(?:dejémos?lo|dejémosla|lo dejamos|la dejamos|dejamos (?:eso|esto|la pregunta|el tema)|dejemos (?:eso|esto|la pregunta|el tema)|mantengamos (?:eso|esto|la pregunta|el tema)|mantengámoslo|vamos a (?:dejarlo|dejar (?:eso|esto|la pregunta|el tema)))(?: \p{L}+){0,3} (?:abiert[oa]|pendiente|breve|corto|para (?:luego|después|otro día|la próxima))|(?:seamos|mantengámonos) breves|mantengamos (?:la|esta) reunión (?:breve|corta)|volvamos (?:a|sobre)|(?:ya )?volveremos|(?:lo|la|eso) (?:discutimos|hablamos|vemos|discutiremos|hablaremos|veremos)|sigamos(?: adelante| con (?:el|la) (?:siguiente|próxim[oa]))(?!\p{L})|avancemos|continuemos|terminamos|nos vemos`,
  undecided: phrase`(?:no|sin|por|todavía no|aún no)(?: se| hemos| está)?(?: ha)? (?:decidido|acordado|decidir)|(?:hay|tenemos|tendremos) que decidir|decidiremos|ya veremos|aplazar la decisión`,
  tasks: [
    {
      pattern: leading`(?:voy a|puedo|tengo que|debo)${gap}${infinitive}|(?:yo )?(?:me |te |os |les |lo |la |los |las )*${presentTask}`,
      bearer: 'speaker',
      weight: 2,
    },
    {
      pattern: leading`(?:puedes|podrías|puede usted|podría usted|pueden|podrían|podéis)${gap}${infinitive}`,
      bearer: 'addressee',
      weight: 2,
    },
    {
      pattern: leading`(?:tienes que|debes|tienen que)${gap}${infinitive}|por favor`,
      bearer: 'addressee',
      weight: 1.5,
    },
    {
      pattern: leading`(?:alguien (?:tiene que|debe|debería|puede|podría))${gap}${infinitive}|quién (?:puede|se encarga|va a|podría)`,
      bearer: 'nobody',
      weight: 1.6,
    },
    {
      pattern: leading`(?:tenemos que|debemos|hay que|necesitamos)${gap}${infinitive}`,
      bearer: 'group',
      weight: 1.1,
    },
  ],
  taskVerbs: /./u,
  noTask: opening`decir|ver|pensar|ser|estar|empezar|hablar|explicar|repetir|decirles|comentar|no`,
  takesOn: opening`(?:(?:sí|vale|claro|ok|de acuerdo|sin problema|perfecto)[,.!]? )*(?:yo me (?:encargo|ocupo)|me (?:encargo|ocupo)(?: yo)?|lo (?:hago|haré|tomo)(?: yo)?|yo lo (?:hago|haré|tomo)|(?:puedo|voy a) hacerlo(?: yo)?|déjamelo a mí)`,
  afterName: following`(?: va a| tiene que| debe| debería| puede| podría|,? (?:puedes|podrías|tienes que))${gap}${infinitive}|,? por favor|(?= (?:se encarga|enviará|preparará|escribirá|revisará|llamará|organizará|hará|mandará|redactará|contactará) )`,
  taskMarker: opening`acción(?: para [\p{L} ]{2,30})?:|tarea(?: para [\p{L} ]{2,30})?:|pendiente:|próximos pasos:`,
  teamTask: leading`(?<team>(?:el equipo|el departamento|marketing|ventas|soporte|finanzas|recursos humanos|legal|todos)(?: de \p{L}+)?) (?:va a|van a|tiene que|tienen que|debe|deben)${gap}${infinitive}`,
  pronounTask: leading`(?:ella|él) (?:va a|tiene que|debe)${gap}${infinitive}|(?:pero|y|ella|él)(?: nos| les| me)? (?:enviará|mandará|preparará|hará|escribirá|revisará|llamará)`,
  away: / (?:no está|está (?:de vacaciones|enferm[oa]|de baja|fuera|ausente)|no ha podido venir)/iu,
  due: phrase`
    (?:antes del?|para(?: el| la)?|hasta(?: el| la)?|a más tardar(?: el)?|como muy tarde(?: el)?) (?:${day}(?: \d{1,2}| próximo| que viene)?|día ${date}|${date}|mañana|(?:la )?(?:próxim[oa] ${period}|${period} que viene)|fin(?:al)?(?:es)? de (?:${period}|${month}|la ${period})|fin de (?:la )?semana|lanzamiento|mediodía)
    (?:el|este|próximo) (?:próximo )?${day}(?: por la (?:mañana|tarde|noche)| que viene)?|el (?:día )?${date}|mañana(?: por la (?:mañana|tarde|noche))?|pasado mañana|hoy(?: mismo)?|esta (?:semana|tarde|noche)|(?:la )?próxim[oa] ${period}|la ${period} que viene|en (?:\d+|un|una|dos|tres|cuatro) (?:días?|semanas?|meses|horas?)|(?:a )?final(?:es)? de (?:la )?${period}|cuanto antes|lo antes posible
  `,
  noPerson: wordSet(
    'yo tú él ella nosotros ellos ellas usted ustedes esto eso el la los las un una lunes martes miércoles jueves viernes sábado domingo mañana hoy quién qué marketing ventas soporte finanzas',
  ),
  questionStart: phrase`quién(?:es)?|qué|cuándo|dónde|cómo|por qué|cuál(?:es)?|cuánt[oa]s?|(?:debemos|podemos|tenemos|hay|vamos|es|está|se puede)`,
  smallTalk: phrase`me (?:oyen|oís|escuchan|oyes|escuchas)|están todos|cómo (?:están|estáis|estás)|alguna pregunta|algo más|de acuerdo\?|empezamos|verdad\?|vale\?|qué (?:les|os|te) parece`,
  unresolved: phrase`no (?:lo )?(?:sé|sabemos)|ni idea|no (?:está|estoy) (?:clar[oa]|segur[oa]|decidido)|habrá que (?:ver|preguntar|averiguar)|(?:tengo|tenemos|tendré|tendremos|hay) que (?:ver|preguntar|averiguar|consultar|preguntarle)|buena pregunta|depende|ya veremos`,
  openStatement: phrase`pregunta abierta|(?:queda|sigue|está) (?:pendiente|abiert[oa]|por (?:decidir|definir|aclarar))|(?:todavía |aún )?no sabemos (?:si|quién|cuándo|cómo|dónde|qué|cuánto)|(?:todavía|aún) no (?:está claro|hemos decidido)|falta (?:decidir|aclarar|definir)`,
  groupName: 'equipo',
  overview: {
    quote: ['«', '»'],
    and: 'y',
    about: (subjects) => `La reunión trató de: ${subjects}.`,
    discussed: (place, subjects, leader) => {
      const start = { first: 'Primero ', middle: 'Después ', last: 'Por último ', only: 'Aquí ' }[place];
      return leader === null
        ? `${start}se habló de: ${subjects}.`
        : `${start}${leader} habló de: ${subjects}.`;
    },
  },
};
