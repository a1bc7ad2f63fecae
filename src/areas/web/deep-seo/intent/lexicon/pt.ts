import type { Lexicon } from './lexicon.ts';

export const pt: Lexicon = {
  common: 'o a os as um uma de do da dos das e ou em no na nos nas é são para por com sem ao à meu minha sua seu nosso nossa nossas este esta que quem qual como quando onde se não mais',
  terms: {
    informational: {
      4: '^como funciona|^como fazer|^o que é|^o que são|^o que significa|^por que|^porque|^porquê|^quem inventou|^quem foi|^quem é|significado|definição|diferença entre|explicado|explicada|passo a passo|tutorial',
      3: '^como|^o que|^quando|^onde fica|^quantas|^quantos|^posso|^pode se|^quem|^qual a capital|história de|história do|história da|sintomas|causas|benefícios|guia de|guia do|receita|receitas|exemplos|exemplo|dicas|aprender|glossário|documentação|do zero|notícias|ideias|tradução|sinónimo*|sinônimo*|entender|compreender|curso de|introdução|blog|artigo|perguntas frequentes|esqueceu a|recuperar a|recuperar senha|remédio*|para que serve|truques',
      2: 'lista|iniciantes|tipos de|efeitos|tratamento|capital|população|tempo em|calcular|fórmula|teoria|biografia|inventou|origem|método|manual|exercícios|guia|melhorar|reduzir|evitar|estudo|estatísticas|ingredientes|preparação|modo de preparo|maior|mais alto|mais longo|abrimos|ajuda',
    },
    navigational: {
      4: 'entrar|login|iniciar sessão|minha conta|site oficial|página principal|página inicial|política de privacidade|atendimento ao cliente|apoio ao cliente|seguimento de encomendas|rastreamento|contacto|contactos|contato|sobre nós|área de cliente|área do cliente|portal do aluno|acessar conta|acesso|quem somos|termos e condições|aviso legal|as nossas lojas|encontre a sua loja|fale connosco|fale conosco|trabalhe connosco|trabalhe conosco',
      3: 'site|website|portal|homebanking|telefone|número|endereço|morada|sede|horário|horários|oficial|app|webmail|acessar|aceder|nossa história|nossa equipa|bem vindo|agências|lojas|recrutamento|conta|direta',
      2: 'página|com|pt|br|universidade|câmara|suporte|empresa|banco|cliente|equipa|equipe|email',
    },
    commercial: {
      4: '^melhor*|qual é o melhor|qual é a melhor|quais são os melhores|quais são as melhores|melhor|melhores|avaliação|avaliações|comparação|comparativo|comparador|comparar|comparativa|alternativas|alternativa ao|alternativa a|vs|versus|top 10|opiniões|guia de compra|prós e contras|vantagens e desvantagens|vale a pena|ranking|caso de sucesso|casos de sucesso|planos e preços|mais bem avaliados|teste|testes|análise|resenha*|review',
      3: 'top|recomendado|recomendados|recomendada|recomendadas|recomendação|^qual|^quais|quanto custa|quanto custam|funcionalidades|mais barato|mais baratos|melhor que|veredito|escolher|testemunhos|depoimentos|semelhantes|avaliados|deco|custo benefício|qualidade preço|bom|boa|bons|concorrentes|confiáve*|populares|preços|planos|deco proteste',
      2: 'ou|software|softwares|programas|ferramentas|marcas|fornecedores|qualidade|desvantagens|vantagens|soluções|modelos|tarifários|tarifas|empresas|custo|opções',
    },
    transactional: {
      4: 'comprar|compra|encomendar|pedir|reservar|baixar|descarregar|download|código de desconto|código promocional|cupom|cupão|desconto|assinar|alugar|aluguer|aluguel|à venda|orçamento|teste grátis|adicionar ao carrinho|carrinho|marcar|marcação|agendar|contratar|registo|registe|cadastro|pagamento|pagar|bilhetes|ingressos|atacado|grossista|finalizar|por grosso|crie a sua conta|solicitar|simulação|inscrição',
      3: 'preço|barato|baratos|baratas|oferta*|promoção|promoções|saldos|loja online|usado|usados|usadas|usada|segunda mão|entrega|entrega grátis|frete grátis|urgente|grátis|voo|voos|doar|em stock|em estoque|criar conta|reserva|modelo de|venda|empréstimo|financiamento|24 horas|encomenda',
      2: 'online|hotel|hotéis|canalizador|encanador|eletricista|reparação|conserto|perto de mim|instalar|streaming|férias|rápido|loja|modelo',
    },
  },
  paths: {
    informational: 'blog|guia|guias|glossario|documentacao|docs|ajuda|faq|noticias|noticia|receitas|receita|dicas|dica|revista|artigos|artigo|recursos|tutoriais|tutorial|perguntas frequentes|dicionario|imprensa|novidades|aprender|conteudos',
    navigational: 'entrar|login|contacto|contactos|contato|sobre nos|sobre|aviso legal|minha conta|conta|lojas|recrutamento|trabalhe connosco|trabalhe conosco|equipa|privacidade|politica de privacidade|termos|termos e condicoes|area de cliente|quem somos|horarios|perfil|inicio|cookies|empresa|fale conosco|carreiras',
    commercial: 'comparacao|comparativo|comparativos|avaliacoes|avaliacao|opinioes|analises|analise|melhor|melhores|alternativas|precos|planos|tarifarios|guia de compra|guias de compra|casos de sucesso|funcionalidades|ranking|testes|clientes|testemunhos|solucoes|depoimentos|caracteristicas',
    transactional: 'produto|produtos|loja|carrinho|pagamento|comprar|encomenda|encomendas|pedido|reservar|reserva|reservas|marcacao|marcacoes|agendamento|descarregar|download|baixar|orcamento|registo|cadastro|categoria|ofertas|promocoes|assinatura|bilhetes|aluguer|teste gratis|checkout|finalizar compra|cupoes',
  },
  actions: {
    transactional: 'adicionar ao carrinho|comprar|comprar agora|finalizar compra|finalizar encomenda|pagar|reservar|marcar|agendar|descarregar|baixar|pedir orçamento|solicitar orçamento|registar|cadastrar|assinar|encomendar|criar conta|doar|teste grátis',
    commercial: 'pedir demonstração|agendar demonstração|solicitar demonstração|comparar|ver planos|ver preços|falar com vendas',
    navigational: 'entrar|iniciar sessão|aceder|enviar|enviar mensagem|encontrar loja',
  },
  local: 'perto de mim|perto daqui|perto|próximo|próxima|na minha zona|na região|aberto agora|horário|horários',
};
