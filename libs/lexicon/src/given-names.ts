import type { Gender } from './gender.js';
import { words } from './words.js';

/** Given names that are nearly always a woman's; names of both ("Andrea", "Jan") are in none. */
const OF_WOMEN = words(`
  abigail ada adele adriana agata agatha agnes agnieszka aicha aida aisha aishwarya akua alejandra aleksandra
  alessandra alexandra alice alicia alina alison alma amalia amanda amara amelia amelie amina amira amy ana
  anastasia anca aneta anette angela angelica angelina anika anita anja anjali ann anna annabel anne anneke annelies
  annemarie annette annie annika antonia anya aoife araceli ariana arina asha ashwini asia astrid audrey aurelia
  aurora ava ayesha aylin ayse azra barbara bea beata beatrice beatriz becky bella bengü bernadette bertha beth
  bethany betty bianca birgit blanca brenda bridget brigitte britta bronagh bruna camila camilla carla carlotta
  carmen carol carole carolina caroline carolyn catalina catarina caterina catherine cecilia celia celine chantal
  charlotte chiara chioma chloe christa christina christine ciara claire clara clare clarissa claudia colette
  constance cora cordelia cristina cynthia dagmar daniela daniella danielle daphne daria debora deborah deepika
  deirdre delia denise desiree diana diane dina divya doina dolores dominika donna dora doreen dorota dorothea
  dorothy edith efua eileen ekaterina elaine elena eleni eleonora eliana elif elin elisa elisabeth elise eliza
  elizabeth ella ellen elsa elsbeth emilia emily emma enya erica erika esme esmeralda esperanza estelle esther
  eugenia eva evelyn ewa fabienne farah farida fatima fatma federica felicia felicity femke fernanda fiona flavia
  flora florence fran frances francesca franziska françoise freya frida frieda funmi gabriela gabriella gabrielle
  galina gemma geraldine gerda gertrude giorgia giovanna giulia gloria grace grazyna grażyna greta gretchen gudrun
  gwen hana hanna hannah hanne harriet hatice hazel heather hedwig heidi heike helen helena helene helga henrietta
  hermione hilary hilda ida ilona ilse imogen ines inga inge ingeborg ingrid inés inês irena irene irina iris irma
  isabel isabella isabelle isla isolde ivana ivanka ivy iwona jacqueline jana jane janet janice janine jasmine
  jeanette jelena jemima jennifer jenny jessica jill joan joana joanna joanne johanna josefina josephine joyce
  juanita judith judy julia juliana julie juliet juliette june justyna kamala karen karin karina karla karolina
  katarina katarzyna kate katerina katharina katherine kathleen kathrin kathryn kathy katie katja katrin katrina
  kavita kayla keira khadija kinga kirsten kirsty klara krisztina krystyna kseniya lakshmi lara larissa latifa laura
  lauren layla lea leah leila leilani lena leonie leonora letitia leyla liesbeth lilian liliana lillian lily lina
  linda lisa liv livia lois lola lorena lorna lorraine lotte louisa louise lourdes lucia lucie lucille lucinda lucy
  lucía ludmila luisa luiza lydia mabel maddalena madeleine magda magdalena magdalene maggie maja malgorzata malin
  mandy manuela mara margaret margarethe margarida margarita margaux margherita margit margot marguerite maria
  mariam mariana marianne marie mariella marijke marina marion marisa marisol marivic marjorie marlene marta martha
  martina martine mary maryam maría mathilda mathilde matilda maud maura maureen maya małgorzata meera megan melanie
  melissa mercedes meredith mia michaela michelle mila milena millie mina mira miranda miriam mirjam moira molly
  mona monica monika monique muriel myriam nadia nadine nadja nancy naomi natalia natalie natasha nathalie neha
  nelly nia nicole nimra nina nives noemi nora norma nuala octavia odette olena olga olivia oluchi oonagh ophelia
  orla paloma pamela patricia paula pauline penelope penny petra philippa phoebe pilar polly priscilla priti priya
  rachel ragnhild ramona rania raquel rebecca regina renata renate renée rita roberta roisin rosa rosalind rosamund
  rose rosemary rosie roxana roza ruby ruth sabina sabine sabrina sadie safiya sally salma samantha sandra sanne
  saoirse sara sarah saskia seema selma serena shabnam shanice sheila sheryl shirley shreya sibylle sigrid silke
  silvia simona simran sinead sinéad siobhan siobhán sofia sofía solveig sonia sonja sophia sophie stella stephanie
  sue sunita sunniva susan susana susanna susanne suzanne svetlana swati sylvia sylvie tabitha tamara tamsin tania
  tanja tanya tara tatiana tatjana teresa tess tessa thandiwe thea thelma theresa therese tiffany tina trudy ulrike
  umma una ursula valentina valeria valerie vanessa vera verena veronica veronika verónica victoria viktoria viola
  violet violetta virginia vivian wanda wendy wiebke wilhelmina wilma winifred xenia yael yasmin yasmina yelena
  yetunde yolanda yulia yvette yvonne zahra zainab zara zeynep zoe zofia zoya zsofia zuzana zuzanna
`);

/** Given names that are nearly always a man's. */
const OF_MEN = words(`
  aaron abdul abdullah abel abraham adam adolfo adrian ahmad ahmed aidan ajay akash alan alastair albert alberto
  alejandro aleksander alessandro alexander alexandre alfonso alfred alfredo ali alistair alvaro amadou amir amit
  anatoly anders andre andreas andrei andrej andrew andrey andrzej andré andy angus anil anthony antoine anton
  antonio antony antónio anwar archie arjun arkadiusz armando arnold arthur arturo arvid asad attila august augusto
  axel babajide balázs barnaby barry bartek bartosz bastian ben benedict benjamin bernard bernd bernhard bert
  bhavesh bill bjorn björn bob bogdan boris brad brendan brian bruce bruno bryan burak byron callum carl carlo
  carlos carsten cedric cesar charles chidi chris christoph christophe christopher cian cillian claudio clemens
  clive colin conor conrad cornelius craig cristian cyril dafydd damian damien daniel daniele danilo danylo dario
  darius darren dave david davide dean declan deepak dennis derek dermot deshawn desmond dev diarmuid dick diego
  dieter dietmar dietrich dimitri dirk dmitri dmitry domenico dominic donald douglas duarte duncan dušan dwayne
  dylan eamon eamonn ed edgar edmund eduard eduardo edward edwin efe efren egon eli elias elliot elmar emil emilio
  emmanuel emre enrico enrique eoin eric erich erik ernest ernst erwin esteban ethan eugene evan fabian fabio
  fabrice faisal farouk federico felipe felix ferdinand fergal fergus fernando filip filippo finn fintan florian
  floyd francesco francisco franco frank franz françois fred freddie frederic frederick frederik friedrich fritz
  gareth gary gaston gavin geoff geoffrey georg george georges gerald gerard gerhard gianluca gideon gilbert gino
  giorgio giovanni giuseppe glen glenn goran gordon graham gregor gregory grigori grzegorz guido guillermo gunther
  gus gustav gustavo guy günter hakan hamid hamish hamza hans harald harold harry harvey hassan hector heiko
  heinrich heinz helmut hendrik henk henning henri henrik henry herbert hermann horst howard hubert hugh hugo
  hussein ian ibrahim ignacio igor ilya imran isaac ismail israel istván ivan ivo iwan jacek jack jacob jacques jake
  jakob jakub jamal james jared jarosław jason javier jed jeff jeffrey jens jeremiah jeremy jericho jerome jerzy
  jesper jim jimmy joaquim joaquin joaquín joe joel johan johann johannes john jon jonah jonas jonathan joost jordi
  jorge jose josef joseph josh joshua josé juan julio julius justin jörg jürgen kai kareem karim karl karol karthik
  kasper kazimierz keith kemal kenji kenneth kenny kevin khalid kieran klaus knut kofi konrad konstantin krishna
  kristian kristoffer krzysztof kunle kurt kwame lachlan lars laszlo lawrence leandro len leo leon leonard leonardo
  leopold liam liban linus lloyd lorenzo lothar louis luca lucas luciano ludwig luis lukas luke luís lászló maciej
  magnus mahmoud malcolm malik manfred manish manuel marc marcel marcello marcin marco marcos marcus marek mariano
  mario marius mark marko markus martin mateo mateus mateusz mathias mathieu mats matt matteo matthew matthias
  matthieu maurice mauricio maximilian mehdi mehmet michael michał michel miguel mihai mikael mike mikhail mikkel
  milan miles miloš mitchell mohamed mohammad mohammed muhammad mustafa nadeem nadim nathan nathaniel neil nelson
  niall nicholas nicolas nicolás niels nigel nikhil niklas nikolai nikolaj nils noah norbert norman nuno obi obinna
  octavio olaf ole oleg oliver olivier omar orlando oscar oskar osman otis otto owain owen pablo paddy padraig paolo
  pascal patrick patryk paul paulo pavel pawel paweł pedro per percy pete peter petr philip philipp philippe pierre
  pieter pietro piotr przemek radek radu rafael rafał ragnar rahul rainer raj rajesh rajiv ralf ralph ramon ramón
  randall rashid rasmus ravi raymond reinhard renato reuben rhys ricardo riccardo richard rick rob robert roberto
  rodrigo roger rohan roland rolf roman romeo ronald ronan rory ross rudolf rudy rupert russell ryan salvatore samir
  samuel sanjay santiago saul scott sean sebastian serge sergei sergey sergio seth severin seán sigmund silvio simon
  siméon solomon stanisław stanley stefan stefano steffen stelian stephen steve steven stewart stig stijn stuart
  sven tadeusz tamati taras tarek tariq ted terence thabo theo theodor theodore thierry thomas thor thorsten tiago
  tibor tim timothy tobias toby todd tom tomas tomasz tommaso tommy tomás tony torsten tristan tunde ulrich umberto
  uwe valentin vasily victor vijay vikram viktor vincent vincenzo vinod virgil vitor vlad vladimir václav walter
  warren wayne werner wilhelm willem william winston witold wojciech wolfgang xavier yannick yaw yosef youssef yuri
  yusuf yves zachary zbigniew zoltan zoltán álvaro étienne łukasz
`);

/** Gender of a given name, in lower case; null for one that both bear, or that is not known. */
export function genderOfGivenName(name: string): Gender | null {
  return OF_WOMEN.has(name) ? 'female' : OF_MEN.has(name) ? 'male' : null;
}
