/**
 * Keys of records by the key that claims are read by: in other words of English, and in German, French, Spanish,
 * Portuguese, Italian, Dutch, Swedish, Danish, Norwegian, Polish, Turkish and Russian.
 */
const SYNONYMS: Readonly<Record<string, string>> = {
  name: 'display name|nombre|nom|naam|nome|namn|navn|nimi|imię|isim|adı|имя',
  'full name':
    'fullname|fn|your name|name in full|legal name|complete name|customer name|person name|nombre completo|nombre y apellidos|nom complet|nom et prénom|nom prénom|vollständiger name|vor und nachname|apellidos y nombre|nome completo|nome e cognome|cognome e nome|volledige naam|fullständigt namn|fulde navn|fullt navn|imię i nazwisko|nazwisko i imię|adı soyadı|ad soyad|фио|полное имя',
  'first name':
    'first|firstname|given|given name|given names|forename|forenames|vorname|prénom|nombres|primer nombre|primeiro nome|voornaam|förnamn|fornavn|imiona|имя отчество',
  'last name':
    'last|lastname|surname|family name|nachname|familienname|nom de famille|apellido|apellidos|sobrenome|apelido|cognome|achternaam|efternamn|efternavn|etternavn|nazwisko|soyad|soyadı|фамилия',
  employee:
    'employee name|staff name|mitarbeiter|mitarbeiterin|empleado|empleada|employé|employée|staff member|staff|dipendente|funcionário|funcionária|medewerker|anställd|medarbejder|pracownik|çalışan|сотрудник',
  contact:
    'contact person|contact name|ansprechpartner|ansprechpartnerin|kontakt|kontaktperson|contacto|persona de contacto|personne de contact|interlocuteur|contatto|persona di contatto|referente|contato|contactpersoon|osoba kontaktowa|контактное лицо',
  member:
    'member name|mitglied|miembro|socio|socia|membre|membro|sócio|lid|medlem|członek|üye|участник|miembro del equipo',
  patient: 'paciente|paziente|patiënt|pacjent|hasta|пациент|client name|service user|patient name',
  student:
    'schüler|schülerin|alumno|alumna|élève|étudiant|étudiante|estudiante|aluno|aluna|alunno|alunna|studente|studentessa|leerling|elev|uczeń|öğrenci|ученик|pupil|student name|pupil name',
  resident: 'tenant|bewohner|bewohnerin|residente|mieter|mieterin|inquilino|locataire',
  email:
    'e mail|mail|emails|e mails|mails|work email|work mail|work e mail|home mail|home email|private email|private mail|personal email|contact email|email id|e mail adresse|email adresse|e mail address|email address|mailadresse|correo|correo electrónico|courriel|adresse e mail|adresse email|adresse électronique|adresse mail|mél|indirizzo email|posta elettronica|endereço de email|e mailadres|emailadres|e post|epost|e postadress|adres e mail|e posta|e posta adresi|почта|эл почта|электронная почта',
  phone:
    'phones|phone number|tel|telephone|telephone number|tel no|tel nr|tel number|mobile|mobile phone|mob|cell|cell number|work phone|home phone|work tel|work mobile|telefon|telefonnummer|handy|handynummer|handynr|mobil|mobilnummer|mobiltelefon|rufnummer|telefonnr|teléfono|telefono|móvil|celular|telemóvel|cellulare|recapito telefonico|téléphone|tél|portable|mobiel|numéro de téléphone|número de teléfono|numero di telefono|phone no|phone nr|mobile no|contact number|contact no|contact phone|mobile number|cell phone|telefoon|telefoonnummer|telefone|puhelin|numer telefonu|nr telefonu|cep telefonu|телефон|тел|моб тел|mobilni telefon',
  company:
    'employer|organisation|organization|org|firm|company name|employer name|firma|arbeitgeber|unternehmen|empresa|empleador|empregador|compañía|organización|organização|entreprise|société|employeur|azienda|datore di lavoro|società|ditta|bedrijf|werkgever|företag|arbetsgivare|virksomhed|arbejdsgiver|arbeidsgiver|pracodawca|şirket|işveren|компания|организация|работодатель|место работы|current employer|current company|practice|clinic|affiliation|affiliated with|institution|institute|works at|works for|working at|workplace|place of work|lieu de travail|lugar de trabajo|arbeitsplatz',
  role: 'job|occupation|profession|job title|jobtitle|position|work title|rolle|funktion|beruf|stelle|tätigkeit|jobtitel|berufsbezeichnung|puesto|cargo|profesión|profissão|ocupación|ocupação|professione|mansione|ruolo|qualifica|poste|fonction|métier|profession actuelle|post|designation|job role|current role|current position|current job|functie|beroep|yrke|befattning|stilling|stanowisko|zawód|meslek|görev|pozisyon|профессия|должность',
  city: 'town|home town|hometown|home city|city of residence|current city|residence|lives in|lives|living in|resides in|place of residence|wohnort|stadt|ort|wohnhaft in|wohnsitz|ciudad|localidad|residencia|lugar de residencia|vive en|cidade|residência|mora em|città|residenza|comune di residenza|vive a|ville|domicile|lieu de résidence|résidence|habite à|based in|woonplaats|stad|bostadsort|bopæl|bosted|miasto|miejsce zamieszkania|şehir|ikamet|город|место жительства|проживает',
  'home address':
    'address home|residential address|permanent address|current address|address current|adresse privée|privatadresse|wohnadresse|wohnanschrift|domicilio|dirección particular|dirección de casa|indirizzo di residenza|morada|huisadres|adres zamieszkania|домашний адрес',
  address: 'addr|postal address|adresse|anschrift|dirección|direccion|endereço|indirizzo|adres|adress|adresa|адрес',
  location: 'standort|sitz|ubicación|sede|siège|lieu',
  manager:
    'line manager|team lead|team leader|teamlead|lead|head|group leader|answers to|responds to|supervisor|boss|reports to|reporting to|managed by|supervised by|direct manager|vorgesetzter|vorgesetzte|teamleitung|jefe|jefa|superior|supérieur|supérieure|responsable hiérarchique|responsabile|capo|chefe|gestor|leidinggevende|närmaste chef|leder|przełożony|przełożona|yönetici|руководитель|начальник',
  birthday:
    'dob|date of birth|birth date|birthdate|geburtsdatum|geburtstag|geb|geb am|geb datum|geboren|geboren am|fecha de nacimiento|nacimiento|fecha nac|cumpleaños|data de nascimento|nascimento|aniversário|data di nascita|nato il|nata il|nascita|luogo e data di nascita|data e luogo di nascita|date et lieu de naissance|lugar y fecha de nacimiento|geburtsdatum und ort|date de naissance|naissance|né le|née le|né|née|born|born on|bday|b day|d o b|birth|geboortedatum|födelsedatum|född|fødselsdato|fødselsdag|født|data urodzenia|doğum tarihi|дата рождения|родился',
  'place of birth':
    'pob|geburtsort|birthplace|birth place|born in|birthday place|birthday city|birth city|city of birth|town of birth|lugar de nacimiento|lieu de naissance|luogo di nascita|local de nascimento|naturalidade|geboorteplaats|födelseort|fødested|miejsce urodzenia|doğum yeri|место рождения',
  age: 'alter|edad|âge|età|idade|leeftijd|ålder|alder|wiek|yaş|возраст',
  height:
    'height cm|height m|height in|größe|grösse|körpergröße|estatura|altura|altezza|lengte|längd|høyde|højde|wzrost|рост',
  nationality:
    'nat|nationalität|staatsangehörigkeit|staatsbürgerschaft|nacionalidad|nacionalidade|nationalité|nazionalità|citizenship|cittadinanza|ciudadanía|cidadania|nationaliteit|nationalitet|medborgarskap|statsborgerskap|narodowość|obywatelstwo|uyruk|гражданство|национальность',
  languages:
    'language|languages spoken|spoken languages|languages known|speaks|langs|sprachen|sprache|sprachkenntnisse|idiomas|idioma|lenguas|línguas|lingue|lingue parlate|langues|langue|langues parlées|talen|språk|sprog|języki|diller|языки|язык',
  allergies:
    'allergy|allergic to|known allergies|food allergies|allergie|allergien|alergias|alergia|allergen|allergieën|allergier|alergie|alerjiler|аллергия|аллергии',
  diet: 'dietary|dietary requirements|dietary requirement|dietary needs|dietary restrictions|dietary preference|dietary preferences|special diet|ernährung|ernährungsweise|kost|dieta|régime|régime alimentaire|regime alimentare|dieet|dieetwensen|dieta alimentar|диета',
  condition:
    'diagnosis|diagnoses|dx|conditions|medical condition|medical conditions|health conditions|known conditions|diagnose|diagnosen|vorerkrankungen|diagnóstico|diagnostico|diagnosi|diagnostic|antécédents|enfermedades|patologie|rozpoznanie|tanı|диагноз',
  hobbies:
    'hobby|interests|hobbys|pasatiempos|aficiones|loisirs|passe temps|interessi|passatempos|interesses|interessen|fritidsintressen|zainteresowania|hobiler|хобби|увлечения',
  skills:
    'skill|competencies|fähigkeiten|kenntnisse|habilidades|competencias|compétences|competenze|competências|vaardigheden|färdigheter|umiejętności|beceriler|навыки',
  spouse:
    'wife|husband|married to|spouse name|ehepartner|ehepartnerin|ehefrau|ehemann|cónyuge|esposa|esposo|marido|mujer|conjoint|conjointe|époux|épouse|mari|coniuge|moglie|marito|cônjuge|echtgenoot|echtgenote|ægtefælle|ektefelle|małżonek|mąż|żona|eş|супруг|супруга|муж|жена',
  partner:
    'life partner|significant other|fiancé|fiancée|fiance|fiancee|lebensgefährte|lebensgefährtin|pareja|compagno|compagna|companheiro|companheira',
  children:
    'child|kids|kid|son|sons|daughter|daughters|kinder|sohn|tochter|hijos|hijo|hija|hijas|enfants|enfant|fils|fille|figli|figlio|figlia|filhos|filho|filha|kinderen|barn|dzieci|çocuklar|дети|сын|дочь',
  parents:
    'parent|mother|father|mum|mom|dad|mutter|vater|eltern|madre|padre|padres|mère|père|parents|genitori|mãe|pai|moeder|vader|matka|ojciec|мать|отец',
  siblings:
    'sibling|brother|sister|brothers|sisters|bruder|schwester|geschwister|hermano|hermana|hermanos|frère|sœur|fratello|sorella|irmão|irmã|broer|zus|bror|søster|syster|brat|siostra|kardeş|брат|сестра',
  'emergency contact':
    'emergency|emergency contact name|emergency contact person|ice contact|next of kin|nok|kin|notfallkontakt|contacto de emergencia|contact d urgence|contatto di emergenza|contato de emergência|noodcontact|nödkontakt|kontakt w nagłych wypadkach|acil durum kişisi|guardian|guardian name|carer|legal guardian',
  relation:
    'rel|relationship|relation to employee|relationship to patient|beziehung|verhältnis|parentesco|relación|lien|lien de parenté|parentela|relazione|relatie|relasjon|pokrewieństwo',
  'marital status':
    'marital|civil status|family status|familienstand|estado civil|état civil|situation familiale|stato civile|burgerlijke staat|civilstånd|sivilstatus|stan cywilny|medeni hal|семейное положение',
  nickname:
    'aka|a k a|known as|preferred name|goes by|spitzname|rufname|apodo|surnom|soprannome|alcunha|bijnaam|smeknamn|kallenavn|przydomek|takma ad|прозвище',
  school:
    'university|college|alma mater|studied at|hochschule|universität|universidad|université|università|universidade|schule|escuela|école|scuola|escola|uniwersytet|üniversite|университет|школа',
  club: 'verein|équipe|mannschaft|equipo|squadra|equipe|klub|kulüp',
  owner:
    'owned by|besitzer|besitzerin|halter|halterin|dueño|dueña|propietario|propietaria|propriétaire|proprietario|proprietaria|dono|dona|eigenaar|ägare|ejer|eier|właściciel|sahibi|владелец',
  breed: 'rasse|raza|race|raça|razza|ras|порода',
};
const CANONICAL: ReadonlyMap<string, string> = new Map(
  Object.entries(SYNONYMS).flatMap(([key, others]) => others.split('|').map((other) => [other, key] as const)),
);

/** The key that says the same in the words that claims are read by; any other key as it is. */
export function canonicalKey(words: string): string {
  return CANONICAL.get(words) ?? words;
}
