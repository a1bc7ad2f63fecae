import type { Lexicon } from './lexicon.ts';

export const es: Lexicon = {
  common: 'el la los las un una unos de del y o en es son para por con sin a al mi tu su sus nuestro nuestra nuestros este esta que qué cómo cuándo quién cuál se lo más',
  terms: {
    informational: {
      4: '^cómo funciona|^cómo hacer|^qué es|^qué son|^qué significa|^por qué|^quién|significado|definición|diferencia entre|explicado|explicada|paso a paso|tutorial*',
      3: '^cómo|^qué|^cuándo|^dónde está|^cuántas|^cuántos|^cuánto dura|^se puede|^es seguro|historia de|historia del|síntomas|causas|beneficios|guía para|guía de|receta*|ejemplo*|consejos|trucos|aprender|glosario|documentación|desde cero|noticia*|ideas|traducción|sinónimo*|entender|curso de|introducción|blog|artículo|preguntas frecuentes|restablecer la contraseña|olvidado la contraseña|remedios|para qué sirve|cómo',
      2: 'lista de|principiantes|tipos de|efectos|tratamiento|capital de|población|clima|tiempo en|calcular|fórmula|teoría|biografía|inventó|origen|método|manual|ejercicios|guía|mejorar|reducir|evitar|estudio|estadísticas|ingredientes|preparación|más alto|más largo|más grande|abrimos|ayuda',
    },
    navigational: {
      4: 'iniciar sesión|inicio de sesión|acceder|mi cuenta|página oficial|sitio oficial|portada|aviso legal|atención al cliente|seguimiento de envíos|sede electrónica|contacto|sobre nosotros|área personal|área de clientes|política de privacidad|quiénes somos|acceso clientes|nuestras tiendas|encuentra tu tienda|trabaja con nosotros|términos y condiciones',
      3: 'sitio web|página web|web oficial|portal|banca online|teléfono|dirección|oficina central|sede|horario|horarios|oficial|app|correo|campus virtual|acceso|entrar|login|nuestro equipo|nuestra historia|bienvenido|oficinas|localizador|número de|seguimiento',
      2: 'página|web|com|es|cuenta|sucursal|tiendas|ayuntamiento|universidad|soporte|empresa|equipo|banco|cliente',
    },
    commercial: {
      4: '^mejor*|cuál es el mejor|cuál es la mejor|cuáles son los mejores|cuáles son las mejores|mejor|mejores|opiniones|reseña*|comparativa|comparador|comparación|comparar|alternativas|alternativa a|vs|versus|top 10|análisis|guía de compra|ventajas y desventajas|merece la pena|vale la pena|ranking|caso de éxito|planes y precios|mejor valorados|pros y contras',
      3: 'top|recomendado*|recomendada*|recomendación*|^cuál|cuánto cuesta|cuánto cuestan|funciones|funcionalidades|más barato|más baratos|mejor que|veredicto|elegir|testimonios|similares a|valoraciones|valorados|ocu|calidad precio|bueno|buena|buenos|competidores|fiable*|populares|precios|casos de éxito|planes',
      2: 'o|programas|software|herramientas|marcas|proveedores|calidad|desventajas|ventajas|soluciones|modelos|opciones|empresas de|coste',
    },
    transactional: {
      4: 'comprar|pedir|reservar|descargar|código descuento|código promocional|cupón|descuento|suscribirse|alquilar|alquiler|en venta|presupuesto|prueba gratis|añadir al carrito|carrito|pedir cita|contratar|solicitar|registro|regístrate|cita|pago|pagar|finalizar compra|entradas|al por mayor|a domicilio|cita previa|compra',
      3: 'precio|barato|baratos|baratas|oferta*|rebajas|tienda online|segunda mano|envío|envío gratis|urgente|gratis|vuelo*|donar|en stock|crear cuenta|crea tu cuenta|inscripción|reserva|plantilla|venta|promoción|billetes|prestamo|financiar|24 horas',
      2: 'online|hotel*|fontanero|electricista|reparación|cerca de mí|instalar|streaming|vacaciones|rápido|tienda|modelo de',
    },
  },
  paths: {
    informational: 'blog|guia|guias|glosario|documentacion|docs|ayuda|faq|noticias|noticia|recetas|receta|consejos|consejo|revista|articulos|articulo|recursos|tutoriales|tutorial|preguntas frecuentes|diccionario|actualidad|prensa|aprende|trucos',
    navigational: 'acceso|login|contacto|sobre nosotros|aviso legal|mi cuenta|cuenta|tiendas|empleo|trabaja con nosotros|equipo|privacidad|politica de privacidad|condiciones|area clientes|quienes somos|horarios|oficinas|perfil|inicio|iniciar sesion|cookies|atencion al cliente|terminos|empresa|contactanos',
    commercial: 'comparativa|comparativas|comparacion|opiniones|analisis|mejor|mejores|alternativas|precios|planes|tarifas|guia de compra|guias de compra|casos de exito|funciones|funcionalidades|ranking|resenas|clientes|testimonios|soluciones|caracteristicas',
    transactional: 'producto|productos|tienda|carrito|cesta|pago|comprar|pedido|reservar|reserva|reservas|cita|descargar|descargas|descarga|presupuesto|registro|categoria|ofertas|oferta|suscripcion|entradas|alquiler|prueba gratis|finalizar compra|checkout|cupones',
  },
  actions: {
    transactional: 'añadir al carrito|añadir a la cesta|comprar|comprar ahora|tramitar pedido|pagar|reservar|reserva ahora|descargar|solicitar presupuesto|pedir presupuesto|registrarse|suscribirse|pedir cita|hacer pedido|crear cuenta|donar|prueba gratis',
    commercial: 'solicitar demo|pedir una demo|solicitar una demo|comparar|ver planes|ver precios|hablar con ventas',
    navigational: 'entrar|iniciar sesión|acceder|enviar mensaje|enviar|buscar tienda',
  },
  local: 'cerca de mí|cerca de aquí|cerca|cercano|cercana|en mi zona|abierto ahora|horario|horarios|alrededor',
};
